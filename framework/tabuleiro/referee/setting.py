"""Methods that set the table: greeting, catalogue, beginning and ending games, positions, dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from tabuleiro import __version__
from tabuleiro.engine import GameError
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import DataError
from tabuleiro.engine.options import STRICTNESS, TOPICS, OptionError
from tabuleiro.engine.ruleset import RulesetError
from tabuleiro.engine.scene import scene
from tabuleiro.i18n import LANGUAGES, _, text
from tabuleiro.referee.desk import Desk, OpenGame, about_desk, about_game
from tabuleiro.referee.errors import RefereeError, in_short
from tabuleiro.referee.param_types import a_face, a_player, a_position
from tabuleiro.referee.params import (
    ARBITER,
    Param,
    Spot,
    a_text,
    an_object,
    list_of,
    one_of,
    whole,
)
from tabuleiro.referee.vetting import vet_position
from tabuleiro.seats.telling import tell_standing
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from tabuleiro.engine import Game
    from tabuleiro.module import Module, Words

__all__ = ["PROTOCOL", "catalog", "close", "hello", "language", "new", "set_dice", "set_position"]

PROTOCOL: Final = 2
"""The version of the protocol. It grows when something changes that a program may rely on."""

_MOST_DICE: Final = 1000


@about_desk(Param("protocol", whole(1, 10**6)))
def hello(desk: Desk, protocol: int | None) -> dict[str, Any]:
    """Greet: which protocol, program and languages there are."""
    if protocol is not None and protocol != PROTOCOL:
        sentence = _("This program speaks version {ours} of the protocol, not {theirs}.")
        if protocol == 1:
            sentence = _(
                "This program speaks version {ours} of the protocol, not {theirs}: whoever looks or"
                ' acts now names his side (or "everything"), rows are numbered for each side, and'
                " an undo past dice is answered by the other side."
            )
        raise RefereeError(
            "parameters",
            sentence.format(ours=PROTOCOL, theirs=protocol),
            key="protocol",
            found=protocol,
            allowed=[PROTOCOL],
        )
    return {
        "protocol": PROTOCOL,
        "program": "tabuleiro",
        "version": __version__,
        "languages": list(LANGUAGES),
        "language": desk.language,
    }


@about_desk(Param("language", one_of(*LANGUAGES), required=True))
def language(desk: Desk, language: str) -> dict[str, Any]:
    """Set the language of all sentences from now on."""
    desk.language = language
    return {"language": language}


# -------------------------------------------------------------------------------- catalogue


@about_desk(Param("module", a_text))
def catalog(desk: Desk, module: str | None) -> dict[str, Any]:
    """Return the games that can be played, and what is wrong with others."""
    if module is not None:
        games = [_offer(desk, desk.module(module))]
    else:
        games = [_offer_or_not(desk, name) for name in desk.catalogue.module_ids()]
    return {
        "games": games,
        "house_rules": sorted(desk.catalogue.house_rules),
        "strictness": {"topics": list(TOPICS), "values": list(STRICTNESS)},
        "faults": desk.catalogue.faults,
    }


def _offer_or_not(desk: Desk, name: str) -> dict[str, Any]:
    try:
        return _offer(desk, desk.module(name))
    except RefereeError as fault:
        return {"id": name, "playable": False, "problems": fault.data["problems"]}


def _offer(desk: Desk, module: Module) -> dict[str, Any]:
    return {
        "id": module.id,
        "playable": desk.catalogue.knows(module.plugin),
        "problems": [str(warning) for warning in module.warnings],
        "title": text(module.title),
        "summary": text(module.summary),
        "version": module.version,
        "sides": [_named(side) for side in module.sides.values()],
        "phases": [
            {**_named(p), "kind": p.kind, "side": p.side, "rule": p.rule} for p in module.sequence
        ],
        "scenarios": [_scenario(module, name) for name in module.scenarios],
        "options": [
            {
                **_named(option),
                "text": text(option.text),
                "default": option.default,
                "choices": list(option.choices) or [True, False],
                "rule": option.rule,
            }
            for option in module.options.values()
        ],
    }


def _named(thing: Any) -> dict[str, Any]:
    names: Words = thing.name
    return {"id": thing.id, "name": text(names)}


def _scenario(module: Module, name: str) -> dict[str, Any]:
    scenario = module.scenarios[name]
    return {
        **_named(scenario),
        "text": text(scenario.text),
        "first_turn": scenario.first_turn,
        "last_turn": scenario.last_turn,
        "options": dict(scenario.options),
    }


# ------------------------------------------------------------------------- beginning, ending


@about_desk(
    Param("module", a_text, required=True),
    Param("scenario", a_text),
    Param("seed", a_text),
    Param("options", an_object),
    Param("house_rules", list_of(a_text, most=100)),
    Param("position", an_object),
)
def new(
    desk: Desk,
    module: str,
    scenario: str | None,
    seed: str | None,
    options: Mapping[str, Any] | None,
    house_rules: list[str] | None,
    position: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Begin a game, run it to its first decision, and set up a position if one is given."""
    desk.make_room()
    found = desk.module(module)
    if scenario is not None:
        one_of(*found.scenarios)(scenario, Spot("new", "scenario"))
    try:
        game = desk.catalogue.new(
            found, scenario, seed=seed, options=options, house_rules=house_rules or ()
        )
    except OptionError as error:
        raise RefereeError("parameters", str(error), key="options") from None
    except (RulesetError, GameError) as error:
        raise RefereeError("module", str(error)) from None
    if position is not None:
        spot = Spot("new", "position", game)
        a_position(position, spot)
        _put(game, position, spot)
    here = desk.open(game, text(game.scenario.name))
    return {"game": here.id, **tell_standing(here.seat(ARBITER))}


@about_desk(Param("game", a_text))
def close(desk: Desk, game: str | None) -> dict[str, Any]:
    """Close a game; what was not saved is gone."""
    here = desk.find(game)
    del desk.games[here.id]
    return {"closed": here.id, "open": list(desk.games)}


# ---------------------------------------------------------------------------------- test mode


@about_game(Param("position", a_position, required=True), Param("side", a_player, required=True))
def set_position(here: OpenGame, position: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Put pieces anywhere, whatever the rules say; the log says that it was a test."""
    _put(here.game, position, Spot("set_position", "position", here.game))
    return tell_standing(here.seat(side))


def _put(game: Game, position: Mapping[str, Any], spot: Spot) -> None:
    """Set up a position; the phase in progress begins anew if none is named."""
    wanted = dict(position)
    phase = game.situation.phase
    if phase is not None:
        wanted.setdefault("phase", phase.id)
    try:
        made = scene(game.situation, wanted)
    except DataError as error:
        raise RefereeError("parameters", str(error), key=spot.key) from None
    what = {"type": "set-position", **wanted}
    try:
        game.test([ev.PositionSet(made.to_data())], what, vet=vet_position)
    except GameError as error:
        raise RefereeError("parameters", str(error), key=spot.key) from None
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - the rules meet what nobody expects
        sentence = _("The rules can do nothing with this position: {why}.")
        fault = sentence.format(why=in_short(error))
        raise RefereeError("parameters", fault, key=spot.key) from None


@about_game(
    Param("faces", list_of(a_face, most=_MOST_DICE), required=True),
    Param("side", a_player, required=True),
)
def set_dice(here: OpenGame, faces: list[int], side: str) -> dict[str, Any]:
    """Queue faces for the next dice; the log says that it was a test."""
    queue = here.game.position.dice.queue
    if not faces or len(queue) + len(faces) > _MOST_DICE:
        allowed = _("from 1 to {n} faces, those that wait already counted").format(n=_MOST_DICE)
        raise Spot("set_dice", "faces").wrong(faces, allowed)
    here.game.test([ev.DiceQueued(tuple(faces))], {"type": "set-dice", "faces": faces})
    return {"queued": len(queue) + len(faces), **tell_standing(here.seat(side))}
