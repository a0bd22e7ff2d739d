"""Qt fills shapes in the thread that draws: to wake others for each takes longer."""

import subprocess
import sys

import pytest

PAINTS = """
from pathlib import Path
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from tabuleiro.host.app import make_application

app = make_application(["paints"])
picture = QPixmap(1000, 1000)
picture.fill(Qt.GlobalColor.white)
painter = QPainter(picture)
painter.setRenderHint(QPainter.RenderHint.Antialiasing)
painter.setPen(QPen(QColor(0, 0, 0, 200), 8))
painter.drawLine(QPointF(0, 0), QPointF(1000, 900))
painter.end()
print(*sorted(each.read_text().strip() for each in Path("/proc/self/task").glob("*/comm")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no such list")
def test_a_long_line_that_lets_something_through_wakes_no_other_thread():
    ran = subprocess.run([sys.executable, "-c", PAINTS], capture_output=True, text=True, check=True)
    assert "python" in ran.stdout
    assert "pooled" not in ran.stdout
