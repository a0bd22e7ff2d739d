"""The table widget: charts with the row and column in use lit, tracks, the plot of points.

Not here: the values; they come from the tables of a module and the sight of a seat.
"""

from tabuleiro.host.charts.faces import FacesPlot
from tabuleiro.host.charts.grid import GridChart
from tabuleiro.host.charts.plot import Line, PointsPlot
from tabuleiro.host.charts.track import TrackView

__all__ = ["FacesPlot", "GridChart", "Line", "PointsPlot", "TrackView"]
