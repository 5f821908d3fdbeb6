package slmlab.env.check;

import static slmlab.env.check.EnvCheck.broken;
import static slmlab.env.check.EnvCheck.holds;
import static slmlab.env.check.EnvCheck.info;

import java.awt.Dimension;
import java.util.function.Supplier;
import slmlab.env.Env;
import slmlab.env.EnvException;
import slmlab.env.EnvVector;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.render.Drawable;
import slmlab.tensor.Array;

/// Rules on what surrounds the episodes: images and the end of an env.
final class LifeRules {
    private static final int DRAWN = 20; // steps, each with an image

    private final Subject subject;

    LifeRules(Subject subject) {
        this.subject = subject;
    }

    Finding image() {
        Supplier<? extends Env> make = subject.make();
        if (make == null) {
            return foreignImage();
        }
        try (Env env = EnvVector.made(subject.name(), make)) {
            if (!(env instanceof Drawable drawable)) {
                return info(ContractRule.IMAGE, "none; implement Drawable to see episodes");
            }
            Dimension size = EnvException.call(subject.name(), "imageSize()", drawable::imageSize);
            if (size.width < 1 || size.height < 1) {
                return broken(
                        ContractRule.IMAGE,
                        "imageSize() is %s × %s; return at least 1 × 1".formatted(size.width, size.height));
            }
            return drawn(size);
        }
    }

    /// Draw one of two envs after each of the same steps.
    private Finding drawn(Dimension size) {
        try (Subject.Run drawn = subject.run(1);
                Subject.Run plain = subject.run(1)) {
            for (int t = 1; subject.allows(t, DRAWN); t++) {
                drawn.env().render(0);
                Array action = plain.action();
                plain.env().step(action);
                drawn.env().step(action);
                String difference = SeedRules.difference(plain.step(), drawn.step());
                if (difference != null) {
                    return broken(
                            ContractRule.IMAGE,
                            "%s at step %s changes if the env is drawn before; draw() must change no field and draw no random number"
                                    .formatted(difference, t));
                }
            }
        }
        return holds(ContractRule.IMAGE, "%s × %s pixels; drawing changes nothing".formatted(size.width, size.height));
    }

    /// Draw an env outside the JVM, which may lack what it needs for that.
    private Finding foreignImage() {
        try (Subject.Run run = subject.run(1)) {
            var image = run.env().render(0);
            return holds(ContractRule.IMAGE, "%s × %s pixels".formatted(image.getWidth(), image.getHeight()));
        } catch (UnsupportedOperationException | EnvException e) {
            return info(ContractRule.IMAGE, "none: %s".formatted(e.getMessage()));
        }
    }

    Finding close() {
        Subject.Run run = subject.run(1);
        run.close();
        try {
            run.close();
        } catch (EnvException e) {
            return broken(
                    ContractRule.CLOSE,
                    "a second time, %s; do nothing if the env is closed already".formatted(e.getMessage()));
        }
        return holds(ContractRule.CLOSE, "an env can be closed, and closed again");
    }
}
