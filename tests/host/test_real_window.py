"""Every way into a match, looked at on a real screen: what is drawn offscreen may lie."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.cli.screen import WINDOW_LIBRARIES, _loads

PROGRAM = Path(__file__).parent / "waysin.py"
WAYS = ("named", "guide", "new", "resumed", "file", "back", "branch")
SIZES = ((1366, 768), (1920, 1080))


def _lacking():
    """Return why there can be no real window here; nothing if there can."""
    if shutil.which("Xvfb") is None:
        return "Xvfb is not installed"
    missing = [name for name in WINDOW_LIBRARIES if not _loads(name)]
    return f"Qt lacks {', '.join(missing)} for a window" if missing else ""


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def seen(request, tmp_path_factory):
    """What the program saw that goes all ways, on a screen of its own."""
    if why := _lacking():
        pytest.skip(why)
    width, height = map(str, request.param)
    folder = tmp_path_factory.mktemp("ways")
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", f"{width}x{height}x24"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        display = f":{screen.stdout.readline().strip()}"
        environment = os.environ | {
            "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "TABULEIRO_LANGUAGE": "en",
        }  # fmt: skip
        program = subprocess.run(
            [sys.executable, str(PROGRAM), str(folder), width, height],
            env=environment, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
    finally:
        screen.terminate()
        screen.wait()
        screen.stdout.close()
    assert program.returncode == 0, program.stderr
    return {line["way"]: line for line in map(json.loads, program.stdout.splitlines())}


@pytest.mark.parametrize("way", WAYS)
def test_counters_are_on_the_board_at_once(seen, way):
    told = seen[way]
    assert told["stacks"] > 0
    assert told["unseen"] == []


@pytest.mark.parametrize("way", [way for way in WAYS if way != "back"])
def test_the_button_that_ends_the_phase_is_there(seen, way):
    assert seen[way]["asked"]
