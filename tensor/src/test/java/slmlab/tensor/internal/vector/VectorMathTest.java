package slmlab.tensor.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class VectorMathTest {
    private static final int FREQ_INLINE_SIZE = 325;
    private static final int HUGE_METHOD_LIMIT = 8000;

    /// See [VectorMath]: too large to be inlined, small enough to be compiled.
    @Test
    void loopsAreTooLargeToBeInlined() throws Exception {
        int loops = 0;
        for (MethodModel method : model().methods()) {
            boolean loop = method.flags().has(AccessFlag.STATIC)
                    && !method.flags().has(AccessFlag.PRIVATE)
                    && !method.methodName().equalsString("<clinit>");
            if (loop) {
                int size = ((CodeAttribute) method.code().orElseThrow()).codeLength();
                assertThat(size)
                        .as(method.methodName().stringValue())
                        .isBetween(FREQ_INLINE_SIZE + 1, HUGE_METHOD_LIMIT);
                loops++;
            }
        }
        assertThat(loops).isEqualTo(7);
    }

    private static ClassModel model() throws Exception {
        try (InputStream in = VectorMath.class.getResourceAsStream("VectorMath.class")) {
            return ClassFile.of().parse(Objects.requireNonNull(in).readAllBytes());
        }
    }
}
