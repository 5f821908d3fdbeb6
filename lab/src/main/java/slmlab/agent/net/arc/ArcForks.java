package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Tensor;

/// TorchArc's modules that take tensors apart.
final class ArcForks {
    private ArcForks() {}

    static Map<String, ArcTypes.Reader> all() {
        Map<String, ArcTypes.Reader> all = new LinkedHashMap<>();
        all.put("ForkChunk", ArcForks::chunk);
        all.put("ForkSplit", ArcForks::split);
        all.put("Get", ArcForks::get);
        all.put("Narrow", ArcForks::narrow);
        all.put("IndexSelect", ArcForks::select);
        return all;
    }

    /// As `torch.chunk`: pieces of ⌈n / chunks⌉, the last of what is left; there may be fewer than asked for.
    private static Blueprint chunk(String type, ArcSettings settings) {
        int chunks = settings.count("chunks", 2);
        int dim = settings.whole("dim", 1);
        return Blueprint.of(
                type,
                "x",
                (_, form, _) -> ArcModule.fork(form, x -> {
                    int axis = Axes.of(dim, x);
                    return pieces(x, axis, Math.ceilDiv(x.shape().dim(axis), chunks));
                }));
    }

    /// As `torch.split`: pieces of one size, or of the sizes of a list.
    private static Blueprint split(String type, ArcSettings settings) {
        String key = "split_size_or_sections";
        boolean listed = settings.isList(key);
        List<Integer> sizes = settings.wholes(key);
        int dim = settings.whole("dim", 1);
        settings.that(sizes.stream().allMatch(size -> size > 0), key, "is %s; each needs at least 1".formatted(sizes));
        return Blueprint.of(
                type,
                "x",
                (_, form, _) -> ArcModule.fork(form, x -> {
                    int axis = Axes.of(dim, x);
                    int size = x.shape().dim(axis);
                    if (!listed) {
                        return pieces(x, axis, sizes.getFirst());
                    }
                    int sum = sizes.stream().mapToInt(Integer::intValue).sum();
                    if (sum != size) {
                        throw new ConfigException("%s is %s, together %s; needs %s".formatted(key, sizes, sum, size));
                    }
                    List<Tensor> parts = new ArrayList<>();
                    int from = 0;
                    for (int part : sizes) {
                        parts.add(x.slice(axis, from, from + part));
                        from += part;
                    }
                    return parts;
                }));
    }

    private static List<Tensor> pieces(Tensor x, int axis, int each) {
        int size = x.shape().dim(axis);
        return IntStream.range(0, Math.ceilDiv(size, each))
                .mapToObj(i -> x.slice(axis, i * each, Math.min(size, (i + 1) * each)))
                .toList();
    }

    private static Blueprint get(String type, ArcSettings settings) {
        int key = settings.whole("key", 0);
        return Blueprint.of(type, "input", (_, form, _) -> {
            if (!form.tuple()) {
                throw new ConfigException("reads a tensor, of which it would take a row of the batch; needs a fork"
                        + " before it, or use Narrow or IndexSelect");
            }
            int size = form.rows().size();
            int index = key < 0 ? key + size : key;
            if (index < 0 || index >= size) {
                throw new ConfigException(
                        "key is %s of %s tensors; needs to lie in [0, %s]".formatted(key, size, size - 1));
            }
            return new ArcModule(
                    Form.of(form.rows().get(index)), List.of(), false, (inputs, _) -> List.of(inputs.get(index)));
        });
    }

    private static Blueprint narrow(String type, ArcSettings settings) {
        int dim = settings.whole("dim");
        int start = settings.whole("start");
        int length = settings.count("length");
        return Blueprint.of(
                type,
                "x",
                (_, form, _) -> ArcModule.map(form, x -> {
                    int axis = Axes.of(dim, x);
                    int size = x.shape().dim(axis);
                    int from = start < 0 ? start + size : start;
                    if (from < 0 || from + length > size) {
                        throw new ConfigException(
                                "start is %s and length %s; the axis has %s".formatted(start, length, size));
                    }
                    return x.slice(axis, from, from + length);
                }));
    }

    private static Blueprint select(String type, ArcSettings settings) {
        int dim = settings.whole("dim");
        List<Integer> index = settings.wholes("index");
        return Blueprint.of(
                type,
                "x",
                (_, form, _) -> ArcModule.map(form, x -> {
                    int axis = Axes.of(dim, x);
                    int size = x.shape().dim(axis);
                    if (index.stream().anyMatch(i -> i < 0 || i >= size)) {
                        throw new ConfigException(
                                "index is %s; the axis has %s, counted from 0".formatted(index, size));
                    }
                    return Tensor.concat(
                            axis,
                            index.stream().map(i -> x.slice(axis, i, i + 1)).toList());
                }));
    }
}
