"""The rulebooks: both languages alike, complete, in our own words."""

import re

import pytest

import rulebooks as rb

ORIGINALS = rb.ROOT.parent / "shared" / "seeds"
ORIGINAL = {"leyte": "000", "diadem": "001", "filipinas": "002", "papua": "003", "metz": "004"}
SHARED_WORDS = 8

HEADING = re.compile(r"^## (\S+) (.+) \{#(\S+)\}$")
NUMBER = re.compile(r"\d+|½")

# Words that only the other language has.
FOREIGN = {
    "pt": {"the", "and", "of", "with", "which", "must", "from", "hex", "piece", "enemy", "by"},
    "en": {"não", "que", "uma", "com", "dos", "pelo", "para", "hexágono", "peça", "ou", "são"},
}
# Where English writes the numbers of armies as words.
SPELLED_OUT = {"11.0-1", "11.0-3", "11.1.1-25", "11.1.1-27", "11.1.2-17"}
# The ledger of these leaves out numbers of clauses.
WITH_GAPS = {"diadem", "leyte"}

each_game = pytest.mark.parametrize("game", rb.GAMES)
each_language = pytest.mark.parametrize("language", rb.LANGUAGES)


@each_game
class TestAnchors:
    def test_both_languages_have_the_same(self, game):
        pt, en = rb.books(game).values()
        assert rb.anchors(pt) == rb.anchors(en)

    @each_language
    def test_each_stands_once(self, game, language):
        found = rb.anchors(rb.books(game)[language])
        assert len(found) == len(set(found))

    @each_language
    def test_every_clause_and_example_is_there(self, game, language):
        known = set(rb.ids(game)["clauses"]) | set(rb.ids(game)["examples"])
        found = rb.anchors(rb.books(game)[language])
        assert {each for each in found if each.startswith(f"{game}-")} == known

    @each_language
    def test_every_clause_is_a_numbered_paragraph_in_its_section(self, game, language):
        current, last, found = "", 0, []
        for line in rb.books(game)[language].splitlines():
            if line.startswith("## "):
                number, _, anchor = HEADING.fullmatch(line).groups()
                assert number == anchor
                current, last = anchor, 0
            elif clause := rb.clause_line(game).fullmatch(line):
                assert clause[2] == current
                assert int(clause[3]) == int(clause[4])
                assert int(clause[4]) > last if game in WITH_GAPS else int(clause[4]) == last + 1
                last = int(clause[4])
                found.append(clause[1])
        assert sorted(found) == sorted(rb.ids(game)["clauses"])

    @each_language
    def test_links_lead_somewhere(self, game, language):
        book = rb.books(game)[language]
        targets = set(re.findall(r"\]\(#([^)]+)\)", book))
        assert targets
        assert targets - set(rb.anchors(book)) == set()

    def test_disputed_readings_are_the_same_in_both(self, game):
        marked = [
            {ident for ident, text in rb.clauses(book).items() if "†" in text}
            for book in rb.books(game).values()
        ]
        assert marked[0] == marked[1] != set()


@each_game
class TestWords:
    @each_language
    def test_no_line_is_in_the_other_language(self, game, language):
        lines = [re.sub(r"“[^”]*”", "", each) for each in rb.books(game)[language].splitlines()]
        lines = [each for each in lines if "Bgda" not in each]
        assert [each for each in lines if FOREIGN[language] & set(rb.words(each))] == []

    def test_numbers_are_the_same_in_both(self, game):
        """A slip in one language would show as another number."""
        found = []
        for book in rb.books(game).values():
            said = {**rb.clauses(book), **{m[1]: m[2] for m in rb.EXAMPLE.finditer(book)}}
            found.append({key: set(NUMBER.findall(rb.plain(text))) for key, text in said.items()})
        spelled = {f"diadem-{number}" for number in SPELLED_OUT}
        differ = {key for key in found[0] if found[0][key] != found[1][key]}
        assert differ - spelled == set()

    @pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the original rulebook is not at hand")
    def test_no_sentence_is_that_of_the_original(self, game):
        (path,) = ORIGINALS.glob(f"{ORIGINAL[game]}_*.txt")
        original = rb.words(path.read_text("utf-8"))
        printed = set(zip(*(original[n:] for n in range(SHARED_WORDS)), strict=False))
        assert len(printed) > len(original) // 2
        for paragraph in rb.prose(rb.books(game)["pt"]):
            runs = zip(*(paragraph[n:] for n in range(SHARED_WORDS)), strict=False)
            assert [" ".join(run) for run in runs if run in printed] == []


@each_game
@each_language
def test_options_stand_at_their_clause(game, language):
    word = {"pt": "Opção: ", "en": "Option: "}[language]
    book = rb.books(game)[language]
    text = rb.clauses(book)
    options = [each for each in rb.read(game, "module.yaml")["options"] if "rule" in each]
    for option in options:
        assert f"{word}*{option['name'][language]}*" in text[option["rule"]]
    named = set(re.findall(rf"{word}\*([^*]+)\*", book))
    assert named == {option["name"][language] for option in options}
