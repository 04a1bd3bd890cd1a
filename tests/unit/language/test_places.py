"""Countries that a text names."""

import pytest

from yorisoi.language import cities, place_name, places, without_places


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("アイルランドでの育児休暇", {"IE"}),
        ("米国と英国、ＵＫの違い", {"US", "GB"}),
        ("US の福利厚生", {"US"}),
        ("please tell us about turkey and the usa", {"US"}),
        ("handbook/entity/gmbh-germany.md", {"DE"}),
        ("韩国员工的假期", {"KR"}),
        ("美國的福利", {"US"}),
        ("イタリア 🇮🇹 とポルトガル 🇵🇹", {"IT", "PT"}),
        ("ギニアビサウの祝日", {"GW"}),
        ("中国語の文書と日本語の文書", set()),
        ("有給休暇は何日ですか", set()),
        ("", set()),
    ],
)
def test_countries_are_found_in_every_language(text: str, codes: set[str]) -> None:
    assert places(text) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ﾛﾝﾄﾞﾝとソウル", {"GB", "KR"}),
        ("都柏林的员工", {"IE"}),
        ("Amsterdam office", {"NL"}),
        ("New York", {"US"}),
        ("oral examination in the center", set()),
        ("昭和10年", set()),
        ("データセンター", set()),
    ],
)
def test_large_cities_stand_for_their_countries(text: str, codes: set[str]) -> None:
    assert set(cities(text).values()) == codes


def test_a_text_without_its_places_keeps_the_rest() -> None:
    assert without_places("🇮🇪 ダブリンとアイルランド、UK の祝日") == "と、 の祝日"


def test_names_come_in_the_language_asked_for() -> None:
    assert [place_name("KR", language) for language in ("ja", "zh", "en", "und")] == [
        "韓国",
        "韩国",
        "South Korea",
        "South Korea",
    ]


def test_a_code_without_a_name_stays_a_code() -> None:
    assert place_name("ZZ", "ja") in {"ZZ", "不明な地域"}
