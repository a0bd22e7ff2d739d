"""What every test has at hand."""

pytest_plugins = ["tabuleiro.proofs", "clauses", "pytester"]
