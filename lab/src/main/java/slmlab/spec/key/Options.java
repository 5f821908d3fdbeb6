package slmlab.spec.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The words that a string of a spec may be, each with its meaning: `"L1Loss: absolute error"`. [Choices] reads
/// them.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Options {
    String[] value();
}
