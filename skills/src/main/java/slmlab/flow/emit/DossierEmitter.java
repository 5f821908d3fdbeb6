package slmlab.flow.emit;

import java.util.List;

final class DossierEmitter implements Emitter {
    @Override
    public List<String> emit(Emission it) {
        return List.of();
    }
}
