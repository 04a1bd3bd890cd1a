import pytest

from yorisoi.backends.filtering import covers, passes
from yorisoi.ports import IndexedPassage, Terms
from yorisoi.types import Document, Filter, Passage


def indexed(*, source: str = "a.md", section: tuple[str, ...] = (), groups: tuple[str, ...] = ()) -> IndexedPassage:
    return IndexedPassage(
        id=1,
        terms=Terms(words=()),
        vector=None,
        language="ja",
        source=source,
        section=section,
        groups=frozenset(groups),
    )


@pytest.mark.parametrize(
    ("folder", "source", "expected"),
    [
        ("handbook/leave", "handbook/leave/annual.md", True),
        ("handbook/leave/", "handbook/leave/annual.md", True),
        ("handbook/leave", "handbook/leave.md", False),
        ("handbook/leave.md", "handbook/leave.md", True),
        ("leave", "handbook/leave/annual.md", False),
        ("faq.csv", "faq.csv#faq_012", True),
        ("faq.csv#faq_01", "faq.csv#faq_012", False),
        ("/", "/srv/a.md", True),
    ],
)
def test_a_source_is_covered_only_at_the_borders_of_its_path(folder: str, source: str, expected: bool) -> None:
    assert covers(folder, source) is expected


def test_a_reader_without_groups_sees_only_what_is_everyones() -> None:
    assert passes(indexed(), Filter())
    assert not passes(indexed(groups=("hr",)), Filter())
    assert passes(indexed(groups=("hr", "board")), Filter(groups=frozenset({"hr"})))
    assert passes(indexed(), Filter(groups=frozenset({"hr"})))


def test_all_conditions_must_hold() -> None:
    passage = indexed(source="a/b.md", section=("休暇", "看護休暇"))
    assert passes(passage, Filter(languages=("ja",), sources=("x", "a"), sections=("看護休暇",)))
    assert not passes(passage, Filter(languages=("ja",), sources=("x",), sections=("看護休暇",)))
    assert not passes(passage, Filter(languages=("en",)))
    assert not passes(passage, Filter(sections=("看護",)))


def test_a_stored_passage_passes_as_its_indexed_one_does() -> None:
    document = Document(id=1, source="a/b.md", title="休暇", language="en", groups=frozenset({"hr"}))
    stored = Passage(id=1, document=document, position=0, section=("休暇",), text="", language="ja")
    twin = indexed(source="a/b.md", section=("休暇",), groups=("hr",))
    hr = frozenset({"hr"})
    for within in (
        Filter(),
        Filter(groups=hr),
        Filter(groups=hr, languages=("en",)),
        Filter(groups=hr, sources=("a",)),
    ):
        assert passes(stored, within) is passes(twin, within)
