/// Pictures: drawing helpers, GIF files, windows.
///
/// Start with [slmlab.env.picture.Pictures], the helpers that envs draw with. [slmlab.env.picture.GifRecorder]
/// writes GIFs, [slmlab.env.picture.Viewer] shows a window.
///
/// Knows files; knows no env.
@NullMarked
package slmlab.env.picture;

import org.jspecify.annotations.NullMarked;
