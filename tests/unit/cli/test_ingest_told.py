"""What an ingest tells of files that it took in."""

from yorisoi.cli.ingest import _print, _summary
from yorisoi.documents.report import Tally


def test_what_should_be_known_of_a_file_is_a_line_and_a_field(capsys):
    of_rows, of_file = ("docs/faq.csv", "names readers for 1 of 2 rows"), ("docs/a.xlsx", "holds formulas")
    report = Tally(open_rows=[of_rows], notices=[of_file]).report()
    _print(report, 0)
    printed = capsys.readouterr().out
    assert "note on docs/faq.csv: names readers for 1 of 2 rows" in printed
    assert "note on docs/a.xlsx: holds formulas" in printed
    assert _summary(report)["notices"] == [{"source": source, "notice": said} for source, said in (of_rows, of_file)]
