"""Communities as a page that shows itself: circles as large as they are, lines between those that share names."""

import json
import math
from collections.abc import Sequence
from html import escape

from yorisoi.graph_ports import Community, Report


def as_html(drawn: Sequence[tuple[Community, Report]], title: str) -> str:
    """One page without anything from elsewhere: communities on a spiral, the largest in the middle.

    Pointing at one shows its report; lines lead to those that it shares names with.
    """
    places = _places(drawn)
    lines = [
        f'<line x1="{places[one][0]:.0f}" y1="{places[one][1]:.0f}" x2="{places[other][0]:.0f}" '
        f'y2="{places[other][1]:.0f}"/>'
        for one in range(len(drawn))
        for other in range(one)
        if set(drawn[one][0].names) & set(drawn[other][0].names)
    ]
    circles = [
        f'<g data-n="{at}" transform="translate({x:.0f},{y:.0f})"><circle r="{radius:.0f}"/>'
        f'<text y="{radius + 12:.0f}">{escape(_short(report.title))}</text></g>'
        for at, ((_, report), (x, y, radius)) in enumerate(zip(drawn, places, strict=True))
    ]
    told = [
        {
            "title": report.title,
            "size": f"{len(community.passages)} passages",
            "names": " / ".join(community.names),
            "said": [report.summary, *(finding.text for finding in report.findings)],
        }
        for community, report in drawn
    ]
    rows = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    body = f'<svg viewBox="-620 -520 1240 1040">{"".join(lines)}{"".join(circles)}</svg>'
    return _PAGE.replace("%TITLE%", escape(title)).replace("%BODY%", body).replace("%TOLD%", rows)


def _short(title: str) -> str:
    return title if len(title) <= 24 else f"{title[:23]}…"


def _places(drawn: Sequence[tuple[Community, Report]]) -> list[tuple[float, float, float]]:
    """(x, y, radius), on a spiral of golden angles; areas are as the numbers of passages."""
    largest = max((len(community.passages) for community, _ in drawn), default=1)
    places = []
    for rank, (community, _) in enumerate(drawn):
        out, angle = 470 * math.sqrt(rank / max(1, len(drawn))), rank * 2.399963
        radius = max(6.0, 60 * math.sqrt(len(community.passages) / largest) / (1 + community.level))
        places.append((1.2 * out * math.cos(angle), out * math.sin(angle), radius))
    return places


_PAGE = """<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>%TITLE%</title><style>
body{margin:0;font:14px system-ui,sans-serif;color:#243;background:#fbfaf7;display:flex}
svg{width:70vw;height:100vh}aside{width:30vw;padding:16px;overflow:auto;height:100vh;box-sizing:border-box}
line{stroke:#9ab;stroke-width:.8;opacity:.5}circle{fill:#e9a23b;fill-opacity:.7;stroke:#a65}
g.on circle{fill:#c33}text{font-size:13px;text-anchor:middle;fill:#243}h1{font-size:17px}small{color:#567}
</style></head><body>%BODY%<aside><h1>%TITLE%</h1><div id="said"></div></aside><script>
const told=%TOLD%,said=document.getElementById("said"),groups=[...document.querySelectorAll("g[data-n]")];
const line=(tag,text)=>{if(!text)return;const e=document.createElement(tag);e.textContent=text;said.append(e)};
for(const g of groups)g.onmouseenter=()=>{groups.forEach(o=>o.classList.toggle("on",o===g));said.replaceChildren();
const t=told[+g.dataset.n];line("h1",t.title);line("small",t.size+" · "+t.names);t.said.forEach(s=>line("p",s))};
if(groups.length)groups[0].onmouseenter();
</script></body></html>
"""
