"""Where the map looks while a battle is declared or played: its hex, who attacks it, the banner."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QTimer

from tabuleiro.host.map.attack import AttackArrows
from tabuleiro.host.map.front import front_of
from tabuleiro.host.map.ribbon import Ribbon
from tabuleiro.host.outcomes import fallen_words
from tabuleiro.host.panels.odds_sheet import expected
from tabuleiro.host.scenes import Attack, attack_in, attack_of, attack_reckoned
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.host.panels.battle import BattlePanel
    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.scenes import Scene
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats.battles import Battle

__all__ = ["Limelight"]

_CLOSE = 0.72
"""At this zoom a battle is seen well; the map comes no closer by itself."""
_BETWEEN_MS = 900
_LINK = re.compile(r"</?a\b[^>]*>")
_FOLLOWED = 3
"""So many sentences about what followed stand on the banner."""
_LONG = 90
"""A sentence of more letters is left to the panel: a banner is read at a glance."""


class Limelight(QObject):
    """Shows on a map what the battle panel is about."""

    def __init__(
        self, seat: Seat, play: MapPlay, panel: BattlePanel, parent: QObject | None = None
    ) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        view = play.view
        self._front = partial(front_of, play.showing)
        play.showing.at_hand = self._at_hand
        play.showing.in_battle = lambda: self.attack is not None
        self.seat = seat
        self.view = view
        self.panel = panel
        self.arrows = AttackArrows(view)
        self.ribbon = Ribbon(view)
        self.attack: Attack | None = None
        """What is in the limelight."""
        self._attacks: tuple[Scene | None, Attack | None] = (None, None)
        self._seen: Scene | None = None
        """The scene that was looked at last."""
        self._fought: tuple[str, Battle, Attack] | None = None
        """Who looks, what is fought, and from where: who goes back takes no arrow along."""
        self._framed = False
        """Whether the map showed where the fighting is, not the whole board, before the battle."""
        self._place: tuple[float, QPointF] | None = None
        self._turned = 0.0
        self._returns = QTimer(self)
        """While others play on one battle follows the other: the map does not go back and forth."""
        self._returns.setSingleShot(True)
        self._returns.setInterval(_BETWEEN_MS)
        self._returns.timeout.connect(self._return)
        self._stays = ""
        """What was fought for last, while the map still looks at it."""
        self._left = ""
        """What the last battle was fought for."""
        panel.pages.turned.connect(self.look)

    def look(self) -> None:
        """Look at the battle that is declared or played now; when there is none, as before."""
        if self.panel.scene is None or not self.panel.told:
            self.ribbon.hide()
        before, attack = self.attack, self._find()
        begins = self.panel.scene is not None and self.panel.scene is not self._seen
        self._seen = self.panel.scene
        gone = begins and attack is not None and not self._in_sight(attack.target)
        if attack == before and (not self._stays or self._goes_on()):
            if gone and attack is not None:
                self._turn(attack.target, attack.target)
            return
        self.attack = attack
        colour = self.seat.module.sides[attack.side].colour if attack is not None else ""
        self.arrows.show(attack, colour)
        target, was = (each.target if each is not None else "" for each in (attack, before))
        was, self._stays = was or self._stays, ""
        if not target and self._goes_on():
            self._stays = was  # more is to come of it: the map waits
        elif target != was or gone:  # a question may have led the map elsewhere meanwhile
            self._turn(target, was)

    def _goes_on(self) -> bool:
        """Return whether other battles are to come, or what this one led to is being asked."""
        decision = self.seat.decision()
        return self.panel.active or (decision is not None and decision.kind != "phase")

    def _at_hand(self, pieces: Collection[str]) -> bool:
        """Return whether a question about pieces can be answered where the battle is looked at."""
        sheet = self.panel.sheet
        return sheet.isVisible() and self._in_limelight() and sheet.pieces.issuperset(pieces)

    def _in_limelight(self) -> bool:
        return self.attack is not None and self._in_sight(self.attack.target)

    def _in_sight(self, target: str) -> bool:
        view = self.view
        return not view.knows(target) or view.seen().contains(view.middle(target))

    def forget_place(self) -> None:
        """Lead nobody back to where one looked before the battle: another one looks from now on."""
        self._place = None
        self._returns.stop()

    def look_again(self) -> None:
        """Look at the battle in which a match was taken up again: the map has its size now."""
        target = self.attack.target if self.attack is not None else ""
        if target in self.view.board.grid:
            self.view.frame = self.view.about(target)
            self.view.fit_again()

    def tell(self) -> None:
        """Write over the map what the scene came to."""
        scene = self.panel.scene
        if scene is not None and scene.said is None:
            self._tell_throws(scene)
        if scene is None or scene.said is None or self.attack is None:
            return
        module, code = self.seat.module, str(scene.said.data["code"])
        followed = [_LINK.sub("", line).replace("§", "") for line in self.panel.foot.lines]
        words = fallen_words(module, scene.said)
        self.ribbon.say(self.panel.title, words, code, followed[:_FOLLOWED],
                        about=self.attack.target)  # fmt: skip

    def _tell_throws(self, scene: Scene) -> None:
        """Write what other dice came to; what takes many words stands in the panel."""
        module = self.seat.module
        lines = [say(message, module) for throw in scene.throws for message in throw.told]
        if not lines:
            return
        title, first, more = self.panel.title, lines[0], lines[1:]
        if len(first) > _LONG:
            title, first = "", title
        short = [line for line in more if len(line) <= _LONG]
        about = self.attack.target if self.attack is not None else ""
        self.ribbon.say(title, first, followed=short[:_FOLLOWED], about=about)

    def _find(self) -> Attack | None:
        """Return what is fought for: in the scene, or in what is declared or announced."""
        seat, scene = self.seat, self.panel.scene
        if scene is not None:
            if self._attacks[0] is not scene:
                self._attacks = (scene, attack_of(scene, seat))
            return self._attacks[1]
        declared, battle = seat.ask("declared"), seat.ask("battle")
        if declared is not None:
            return attack_in(declared, seat)
        if battle is None:
            self._fought = None
        elif self._fought is None or self._fought[:2] != (seat.viewer, battle):
            self._fought = (seat.viewer, battle, attack_in(battle, seat))
        if self._fought is not None:
            return self._fought[2]
        asked = seat.decision()
        coming = expected(seat) if asked is not None and self.panel.active else []
        page = self.panel.pages.page
        shown = [*coming[page : page + 1], *coming]  # first of all what the panel tells of
        theirs = (each for each in shown if asked is not None and each.attacker != asked.side)
        first = next(theirs, None)
        return attack_reckoned(first, seat) if first is not None else None

    def _turn(self, target: str, was: str) -> None:
        """Bring what is fought for into sight, or look again where one looked before."""
        view = self.view
        known = view.knows(target)
        if self._returns.isActive() and (known or not self._others_play()):
            self._returns.stop()
            was = was or self._left
        if not was and known:
            self._place = None if view.following else (view.zoom, view.seen().topLeft())
            self._framed = view.frame is not None or not view.isVisible()
        if known and self._place is None:
            view.frame = view.about(target) if target in view.board.grid else view.frame
            view.fit_again()
        elif known:
            if view.zoom < _CLOSE:
                view.set_zoom(_CLOSE)
            view.show_hex(target)
            self._turned = view.zoom
        elif was and self._others_play():
            self._left = was
            self._returns.start()
        elif was:
            self._back(was)

    def _others_play(self) -> bool:
        """Return whether a computer player is about to act."""
        seat = self.seat
        asked = seat.table.asked
        return asked is not None and asked not in seat.humans and not seat.looking_back

    def _return(self) -> None:
        """No other battle came."""
        self._back(self._left)

    def _go_to(self, zoom: float, corner: QPointF) -> None:
        """Look where one looked: the upper left corner stays where panels take room or give it."""
        size = self.view.viewport().size()
        self.view.go_to(zoom, corner + QPointF(size.width(), size.height()) / (2 * zoom))

    def _near(self, zoom: float, corner: QPointF) -> bool:
        """Return whether what one looked at before is in sight: then the map does not move again.

        Whoever has seen the battle to its end aims at what he sees now.
        """
        size = self.view.viewport().size()
        middle = corner + QPointF(size.width(), size.height()) / (2 * zoom)
        return zoom == self._turned and self.view.seen().contains(middle)

    def _back(self, was: str) -> None:
        """Look where one looked before the battle."""
        view = self.view
        if self._place is not None:
            if (
                view.zoom == self._turned
                and view.seen().contains(view.middle(was))
                and not self._near(*self._place)
            ):
                # else somebody has looked elsewhere meanwhile; the panels are about to make room
                QTimer.singleShot(0, view, partial(self._go_to, *self._place))
        elif view.following:
            # who stands or waits where is not what it was before the battle
            view.frame = self._front() if self._framed else None
            view.fit_again()
        self._place, self._framed = None, False
