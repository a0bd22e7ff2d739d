"""The scenario editor: a map with counters to be set up, and all else that a scenario says.

Not here: what is changed in a file and how it is written (`editor`).
"""

from tabuleiro.host.scenarioeditor.window import ScenarioEditor

__all__ = ["ScenarioEditor"]
