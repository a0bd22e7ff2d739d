"""A board of 3,465 hexes and 3,500 islands is built within its limits.

It needs the raw maps of the Philippines, which are not part of the project: a folder `shared/geo`
beside it.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

GEO = Path(__file__).resolve().parents[3] / "shared" / "geo"
PROGRAM = """
import sys, time
from pathlib import Path
from tabuleiro.cartography import build_board
start = time.perf_counter()
built = build_board(Path(sys.argv[1]), Path(sys.argv[2]))
print(time.perf_counter() - start)
try:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
except ImportError:
    print(0)
print(sum(map(len, built.board.values())))
"""


@pytest.mark.slow
@pytest.mark.skipif(not (GEO / "georef.yaml").is_file(), reason="no raw maps beside the project")
def test_filipinas_in_twenty_seconds_and_one_gigabyte(tmp_path):
    tied = yaml.safe_load((GEO / "georef.yaml").read_text("utf-8"))["maps"]["filipinas"]
    warp = tied["warp"]
    sheet = {"wide": warp["L1"], "narrow": warp["L2"], "nodes": warp["nodes"]}
    shutil.copyfile(GEO / "filipinas_land.geojson", tmp_path / "land.geojson")
    credit = {"credit": "GSHHG", "licence": "LGPL-3.0-or-later"}
    source = {
        "format": 1,
        "id": "filipinas",
        "title": {"pt": "Filipinas", "en": "Philippines"},
        "grid": {"columns": 55, "rows": 63, "km": 23.3},
        "georeference": {"affine": tied["affine"], "sheet": sheet},
        "inputs": [{"kind": "land", "file": "land.geojson", **credit}],
        "terrain": {
            "codes": {".": "clear", "^": "mountain", "~": "sea"},
            "bands": [
                {"above": -100, "terrain": "clear"},
                {"above": 500, "terrain": "mountain"},
            ],
        },
    }
    (tmp_path / "board-source.yaml").write_text(json.dumps(source), "utf-8")
    heights = GEO / "filipinas_elev_srtm30p.npz"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), str(heights)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seconds, gigabytes, size = map(float, done.stdout.split())
    assert seconds < 20
    assert gigabytes < 1
    assert size < 3_000_000  # five boards in 15 MB
