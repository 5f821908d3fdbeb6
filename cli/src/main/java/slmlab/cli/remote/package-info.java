/// Commands about runs on other machines: launch, watch, stop, resume and fetch them.
@NullMarked
package slmlab.cli.remote;

import org.jspecify.annotations.NullMarked;
