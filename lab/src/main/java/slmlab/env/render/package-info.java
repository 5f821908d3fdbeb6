/// Rendering: drawing helpers, GIF files, windows.
///
/// Start with [slmlab.env.render.Drawing], the helpers that envs draw with. [slmlab.env.render.GifRecorder]
/// writes GIFs, [slmlab.env.render.Viewer] shows a window.
///
/// Knows files; knows no env.
@NullMarked
package slmlab.env.render;

import org.jspecify.annotations.NullMarked;
