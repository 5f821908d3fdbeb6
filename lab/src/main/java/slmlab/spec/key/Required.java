package slmlab.spec.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The key must be in the spec: there is no default to fall back on.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Required {

    /// A value that is right, as a spec writes it. It stands in for a missing one, so that the other keys are
    /// checked too.
    String value() default "";
}
