"""The template game with carriers, groups inside of them, a force, and a palette."""

from tabuleiro.cli.newplugin import new_plugin

TYPES = """
  - id: carrier
    name: {pt: porta-aviões, en: carrier}
    symbol: warship
    class: motorized
    tags: [naval]
    holds: {types: [group], limit: aircraft}
  - {id: group, name: {pt: grupo aéreo, en: air group}, symbol: fighter, class: foot, tags: [air]}
  - {id: force, name: {pt: força, en: force}, symbol: warship, class: motorized, tags: [naval]}
"""
COUNTERS = """
  - {id: blue-force, name: {pt: Força, en: Force}, nation: blue, type: force, size: force,
     values: {move: unlimited}, holds: {tags: [naval], secret: true}}
  - {id: blue-cv, name: {pt: PA 1, en: Carrier 1}, nation: blue, type: carrier, size: ship,
     values: {attack: 1, aircraft: 2}, reduced: {aircraft: 1}}
  - {id: blue-cv-2, name: {pt: PA 2, en: Carrier 2}, nation: blue, type: carrier, size: ship,
     values: {attack: 1, aircraft: 2}, reduced: {aircraft: 1},
     holds: {types: [group], limit: aircraft, secret: true}}
  - {id: blue-vf, name: {pt: Caças 1, en: Fighters 1}, nation: blue, type: group, size: squadron,
     values: {attack: 2}}
  - {id: blue-vf-2, name: {pt: Caças 2, en: Fighters 2}, nation: blue, type: group, size: squadron,
     values: {attack: 2}}
  - {id: blue-vf-3, name: {pt: Caças 3, en: Fighters 3}, nation: blue, type: group, size: squadron,
     values: {attack: 2}}
palette:
  - {id: blue-flag, name: {pt: Bandeira, en: Flag}, nation: blue, type: force, size: flag,
     values: {attack: 0}}
  - {id: blue-box, name: {pt: Caixa, en: Box}, nation: blue, type: force, size: box,
     values: {attack: 0}, holds: {types: [infantry, force]}}
"""
SETUP = """  - {in: blue-cv, units: [blue-vf, blue-vf-2]}
  - {in: blue-force, units: [blue-cv-2]}
  - {hex: "0201", units: [blue-cv, blue-force]}

objectives:"""
ARRIVALS = """
reinforcements:
  - {side: blue, turn: 2, units: [blue-vf-3], in: blue-cv-2, when: must}
"""


def change(path, old, new):
    words = path.read_text(encoding="utf-8")
    assert old in words, old
    path.write_text(words.replace(old, new, 1), encoding="utf-8")


def fleet(where, id="fleet"):
    """Write the project; return its folder and that of the module."""
    made = new_plugin(id, "Fleet", where)
    module = next(made.rglob("module.yaml")).parent
    change(module / "module.yaml", "\n\nturns:", TYPES.rstrip() + "\n\nturns:")
    counters = module / "counters.yaml"
    counters.write_text(counters.read_text(encoding="utf-8").rstrip() + COUNTERS, "utf-8")
    change(module / "scenarios/duel.yaml", "\nobjectives:", SETUP)
    scenario = module / "scenarios/duel.yaml"
    scenario.write_text(scenario.read_text(encoding="utf-8").rstrip() + "\n" + ARRIVALS, "utf-8")
    return made, module
