"""What an ingest tells of files that it took in."""

from yorisoi.cli.ingest import _print, _summary
from yorisoi.documents.report import Tally


def test_what_should_be_known_of_a_file_is_a_line_and_a_field(capsys):
    report = Tally(notices=[("docs/faq.csv", "names readers for 1 of 2 rows")]).report()
    _print(report, 0)
    assert "note on docs/faq.csv: names readers for 1 of 2 rows" in capsys.readouterr().out
    assert _summary(report)["notices"] == [{"source": "docs/faq.csv", "notice": "names readers for 1 of 2 rows"}]
