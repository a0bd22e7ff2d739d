"""``python -m tabuleiro.module`` writes the JSON Schemas anew after a model has changed."""

import sys

from tabuleiro.module.schema import write_schemas

for written in write_schemas():
    sys.stdout.write(f"{written}\n")
