"""Pages of HTML whose elements a browser puts elsewhere than their tags stand; `{}` is where their text goes."""

HIDDEN = {
    "formatting goes on behind its paragraph": "<p><b hidden>a</p><p>{}</b></p>",
    "formatting goes on behind its block": "<div><font style='display:none'>a</div>{}</font>",
    "an end tag does not reach out of a marquee": "<div hidden><marquee></div>{}</marquee></div>",
    "an end tag does not reach out of a table": "<div hidden><table><tr><td></div>{}</table></div>",
    "text of a table stands above it": "<div hidden><table></div>{}</table></div>",
    "an end tag does not close its like around a block": "<span hidden><p>a</span>{}</p>",
    "a slash closes nothing": "<p>a<div hidden/>{}</div>",
    "a heading ends any other": "<h2 hidden>a</h3><h3 hidden>{}</h2>",
    "a paragraph may begin within another's button": "<p hidden><button><p>a</button>{}",
    "a blank ends no comment": "<!-- a -- >{}<!-- -->",
    "a script within a script's comment": "<script><!-- <script> </script>{}--></script>",
    "letters, for browsers without scripts": "<noscript><p>{}</noscript>",
    "letters, for browsers without frames": "<iframe><p>{}</p></iframe><noframes>{}</noframes>",
    "what a browser draws instead": "<canvas>{}</canvas><video>{}</video><meter value=1>{}</meter>",
    "a title among the text": "<p>a</p><title>{}</title>",
    "text beside the signs of a formula": "<math><mi>x</mi>{}</math>",
    "notes on a formula": "<math><semantics><mi>x</mi><annotation>{}</annotation></semantics></math>",
    "a processing instruction": "<?php echo '{}' ?>",
    "a marked section": "<![CDATA[{}]]>",
    "an end tag without a name": "</ {}>",
}
"""What no reader sees."""

SHOWN = {
    "items whose end tags are left out": "<ul><li hidden>a<li>{}</ul>",
    "paragraphs whose end tags are left out": "<p hidden>a<p>{}",
    "terms whose end tags are left out": "<dl><dt hidden>a<dd>{}</dl>",
    "cells whose end tags are left out": "<table><tr><td hidden>a<td>{}</table>",
    "rows whose end tags are left out": "<table><tr hidden><td>a<tr><td>{}</table>",
    "a block ends a paragraph": "<p hidden>a<div>{}</div>",
    "text between the rows of a table stands above it": "<table hidden>{}<tr><td>a</table>",
    "an empty comment": "<!-->{}<!-- -->",
    "a marked section ends at its first sign": "<![CDATA[a>{}<p>]]></p>",
    "a form is not closed by one that was never opened": "<p>a</p><form>b</form></form><p>{}</p>",
    "a table in a form that ends within it": "<form><table><tr><td>a</form></table><h2>b</h2><p>{}{}{}</p>",
    "a form around the page": "<form><h1>a</h1><p>{}{}{}</p><input name=q></form>",
    "letters as they stand": "<plaintext>{}",
    "a comment that is only written about": "<p>&lt;!-- {} --&gt;</p>",
    "an element that is only written about": "<p>&lt;script>{}&lt;/script></p><xmp><script>{}</script></xmp>",
    "signs of a site's generator": "<p>[//]: # ({})</p><p>a {{{{/* {} */}}}}</p>",
    "a placeholder that stands in no formula": "<mphantom>{}</mphantom>",
    "a style where no script runs": "<noscript><style>.x {{ display:none }}</style></noscript><p class=x>{}</p>",
}
"""What every reader sees."""
