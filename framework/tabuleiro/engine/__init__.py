"""The engine: positions, events, actions, steps, decisions, dice, log, views and games.

Not here: rules, files and windows. The engine reads no YAML (`module`), keeps nothing on disk
(`store`) and does not know what a battle is.

Nothing here knows a rule of any game; rules live in :mod:`tabuleiro.rules` and in plugins.
"""

from tabuleiro.engine.actions import Action
from tabuleiro.engine.change import Change
from tabuleiro.engine.dice import Dice, face
from tabuleiro.engine.errors import DiceError, DiceWanted, GameError, Refused
from tabuleiro.engine.game import Game
from tabuleiro.engine.log import Log, Row
from tabuleiro.engine.messages import Message, hex_ref, key_ref, msg, nmsg, piece_ref, side_ref
from tabuleiro.engine.position import DEAD, GONE, OFF, PieceState, Position, exit_place, is_exit
from tabuleiro.engine.situation import Situation
from tabuleiro.engine.steps import (
    Asked,
    AskingStep,
    Decision,
    ListedStep,
    PickingStep,
    Question,
    Step,
    narrowed,
    question,
)
from tabuleiro.engine.verdicts import Objection, Verdict

__all__ = [
    "DEAD",
    "GONE",
    "OFF",
    "Action",
    "Asked",
    "AskingStep",
    "Change",
    "Decision",
    "Dice",
    "DiceError",
    "DiceWanted",
    "Game",
    "GameError",
    "ListedStep",
    "Log",
    "Message",
    "Objection",
    "PickingStep",
    "PieceState",
    "Position",
    "Question",
    "Refused",
    "Row",
    "Situation",
    "Step",
    "Verdict",
    "exit_place",
    "face",
    "hex_ref",
    "is_exit",
    "key_ref",
    "msg",
    "narrowed",
    "nmsg",
    "piece_ref",
    "question",
    "side_ref",
]
