package slmlab.tensor.internal;

/// In-place optimizer steps over `n` parameters: p[po + i] from the gradient g[go + i], with PyTorch's
/// arithmetic.
///
/// Every gradient is multiplied by `scale` first (the clipping factor; 1 for none). Scalars that depend on the
/// step count are computed by the caller in double and passed as floats. Values that are subtracted from 1 (β,
/// α, dampening) are passed as doubles, because 1 − 0.999f is off by 1.3e-5. The vector and the scalar
/// implementation give the same bits.
///
/// A moving average below the normal numbers (1.2e-38) becomes 0, other than in PyTorch. The averages of a dead unit
/// decay to there and would stay there forever, and a processor takes a hundred times longer for such numbers.
public interface Updates {

    /// Step by SGD: g += decay·p; with momentum: buf = first ? g : momentum·buf + (1 − dampening)·g; g =
    /// nesterov ? g + momentum·buf : buf; p −= lr·g.
    void sgd(
            float[] p,
            int po,
            float[] buf,
            int bo,
            float[] g,
            int go,
            int n,
            float scale,
            float lr,
            float decay,
            float momentum,
            double dampening,
            boolean nesterov,
            boolean first);

    /// Step by Adam: g += decay·p; p *= shrink (AdamW's 1 − lr·λ, else 1); m += (1 − β1)(g − m); v = β2·v + (1
    /// − β2)·g²; p −= stepSize·m / (√v / rootCorrection + eps), stepSize = lr / (1 − β1ᵗ), rootCorrection = √(1
    /// − β2ᵗ).
    void adam(
            float[] p,
            int po,
            float[] m,
            int mo,
            float[] v,
            int vo,
            float[] g,
            int go,
            int n,
            float scale,
            float shrink,
            float decay,
            double beta1,
            double beta2,
            float eps,
            float stepSize,
            float rootCorrection);

    /// Step by PyTorch's RAdam: moments as in Adam, then p −= lr·m̂·rect·√(1 − β2ᵗ)/(√v + eps) when
    /// `rectified`, else p −= lr·m̂, with m̂ = m / (1 − β1ᵗ). `stepSize` = lr / (1 − β1ᵗ); `rectifier` =
    /// rect·√(1 − β2ᵗ), used when `rectified`.
    void radam(
            float[] p,
            int po,
            float[] m,
            int mo,
            float[] v,
            int vo,
            float[] g,
            int go,
            int n,
            float scale,
            float decay,
            double beta1,
            double beta2,
            float eps,
            float stepSize,
            float rectifier,
            boolean rectified);

    /// Step by RMSprop: g += decay·p; v = α·v + (1 − α)·g²; without momentum: p −= lr·g / (√v + eps); with: buf
    /// = momentum·buf + g/(√v + eps); p −= lr·buf. `centered`: avg += (1 − α)(g − avg), and √(v − avg²) in
    /// place of √v.
    void rmsprop(
            float[] p,
            int po,
            float[] v,
            int vo,
            float[] buf,
            int bo,
            float[] avg,
            int avgo,
            float[] g,
            int go,
            int n,
            float scale,
            float lr,
            float decay,
            double alpha,
            float eps,
            float momentum,
            boolean centered);

    /// Interpolate: p += w·(q − p), for a Polyak average or Lookahead's slow weights.
    void lerp(float[] p, int po, float[] q, int qo, int n, float w);
}
