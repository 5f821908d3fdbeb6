/// Commands about skills: install them for an assistant, list, check and uninstall them.
@NullMarked
package slmlab.cli.skills;

import org.jspecify.annotations.NullMarked;
