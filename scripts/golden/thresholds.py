"""Records the returns at which Gymnasium's environments count as solved.

    python scripts/golden/thresholds.py        writes thresholds.txt; needs gymnasium 1.4.0
"""

from pathlib import Path

import gymnasium

OUT = Path(__file__).parents[2] / "lab/src/test/resources/golden/thresholds.txt"

specs = sorted(gymnasium.registry.values(), key=lambda spec: spec.id)
own = [spec for spec in specs if spec.namespace is None and spec.reward_threshold is not None]
OUT.write_text("".join(f"{spec.id} {spec.reward_threshold}\n" for spec in own))
