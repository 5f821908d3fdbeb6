package slmlab.spec.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The meaning of a key, of one word that a key takes, or of a whole section, in one line without a full stop.
///
/// It is the only place of this text: the reference in `docs/spec.md`, `slm-lab spec explain`, the templates of
/// `slm-lab new` and the schema for editors are all made from it.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Doc {
    String value();

    /// A value that shows what the key takes, as a spec writes it. Without it the default is the example.
    String example() default "";
}
