"""`python -m services.guard_worker.calibration` prints the curve of the configured embedder, for shared/text/similarity_curves.json."""

import json
import os
import sys

from services.guard_worker.calibration.fit import fit_curve, graded_cosines, read_pairs
from shared.adapters.embedders import build_embedder
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.settings import load_settings


def main() -> int:
    """Embed the graded pairs and print `{"<embedder>": [[cosine, similarity], ...]}`."""
    embedder = build_embedder(load_settings(os.environ).embedder, PrometheusMetrics(""))
    curve = fit_curve(graded_cosines(embedder.embed_passages, read_pairs()))
    sys.stdout.write(json.dumps({embedder.name: curve}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
