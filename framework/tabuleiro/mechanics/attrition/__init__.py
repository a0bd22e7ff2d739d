"""The attrition family: games of losses and retreats, with squadrons, supply, disease and the sea.

Not here: what the ladder family does in the same way; that lies in `mechanics` itself.

``family.Family`` answers the rule hooks; the other modules are the mechanics, each of them read
from the ``rules`` of a module where games differ in numbers.
"""
