"""Links between pages lead somewhere."""

import re


def test_links_lead_to_files_that_are_there(request):
    root = request.config.rootpath
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md")]
    links = [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^()#\s]+)(?:#[^()\s]*)?\)", page.read_text("utf-8"))
        if "://" not in link
    ]
    assert len(links) > 1000
    known = {}
    for page, link in links:
        target = page.parent / link
        if not known.setdefault(target, target.exists()):
            raise AssertionError(f"{page.relative_to(root)}: {link}")


def test_links_into_rulebooks_find_their_clauses(request):
    """As docs/rules has them by the hundred."""
    root = request.config.rootpath
    for page in (root / "docs" / "rules").glob("*.md"):
        found = re.findall(r"\]\(([\w./]+\.md)#([\w.-]+)\)", page.read_text("utf-8"))
        (book,) = {link for link, _anchor in found}
        anchors = set(re.findall(r'<a id="([^"]+)"', (page.parent / book).read_text("utf-8")))
        assert anchors == {anchor for _link, anchor in found}
