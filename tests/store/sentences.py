"""What every complaint of the store is like."""

import re


def is_sentence(error):
    """Fail if an error is not told in one sentence, fit for a message box; else return True."""
    text = str(error)
    assert text.strip() == text
    assert text.endswith(".")
    assert text.isprintable()
    assert 12 < len(text) < 700
    assert "Traceback" not in text
    assert not re.search(r"\{[a-z]", text), "a value was not filled in"
    return True


def contents(folder):
    """The files of a folder with their bytes, to see that nothing was changed."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
