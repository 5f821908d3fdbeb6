package slmlab.spec.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The value of a key that a spec leaves out, as a spec writes it: `@Default("0.95")`, `@Default("[64, 64]")`,
/// `@Default("{name: no_decay, start_val: 0.2}")`.
///
/// Without it a nullable component defaults to null, and a record to its own defaults. [Defaults] reads it.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    String value();
}
