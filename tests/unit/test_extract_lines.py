"""Chosen leaves as lines."""

from __future__ import annotations

import pytest

from crawler.extract.lines import lines
from crawler.extract.table import build


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>一\n  二</p><p>三</p>", "一 二\n三"),
        ("<p>一<br>二<b>三</b></p>", "一\n二三"),
        ("<ul><li>一<li>二</ul>", "一\n二"),
        ("<p><b>one</b> <i>two</i>\n<a>three</a>,<span>&nbsp;</span>four</p>", "one two three, four"),
        ("<p>one</p> <p> <b>two</b> </p>", "one\ntwo"),
        ("<pre><i>if</i> <b>x</b>:\n<i>  go</i>\n\n<i>on</i></pre>", "if x:\n  go\non"),
        ("<table><tr><th>年<th>书<tr><td>2023<td>\n5 <b>万</b></table>", "年\t书\n2023\t5 万"),
        ("<table><tr><td>一<td>二</table>", "一\n二"),  # it lays out the page
        ("<table><tr><td>一<p>二<td>三<tr><td>四<td><table><tr><td>五</table></table>", "一\n二\n三\n四\n五"),
        ("<table><tr><td>一<p>二</p><td>三<tr><td>四<td></table>", "一\n二\t三\n四"),
        ("<td>一<td>二<td>三", "一\n二\n三"),
        ("<p>Biblio&shy;thek</p><p>&#x200b;</p><p>Lese&#x200b;ecke</p>", "Bibliothek\nLeseecke"),
        ("<p>一\n二</p><pre>\nif 一:\n\n    return <b>二</b>  \n</pre><p>三</p>", "一 二\nif 一:\n    return 二\n三"),
        ("一\n\n\n二\n三<b>四\n五</b>\n六", "一\n二\n三四 五\n六"),  # no page wraps its source by empty lines
        ("一\n\n  二\n三", "一 二 三"),  # a template leaves such
    ],
)
def test_lines(body: str, expected: str) -> None:
    table = build(f"<body><div>{body}</div>")
    assert lines(table, table.leaves) == expected


def test_a_row_with_a_cell_left_out() -> None:
    table = build("<table><tr><td>一<td>二<td>三<tr><td>四<td>五</table>")
    assert lines(table, [*table.leaves[:1], *table.leaves[2:]]) == "一\t三\n四\t五"
    assert lines(table, []) == ""
