"""How templates put the pieces of a post in their places."""

from __future__ import annotations

from benchmarks.made_up_threads.template import Forum, Parts

LISTS = {"list": "ul", "lines": "ol", "rows": "table"}
"""What holds the posts of a layout, where that is no `div`."""


def laid_out(template: Forum, parts: Parts) -> str:
    """A post in the template's layout."""
    element = template.element
    line = f"{parts.picture}{parts.name} {parts.rank} {parts.time} {parts.floor}"
    head, below = element("div", "head", line), parts.text + parts.foot
    match template.chosen["layout"]:
        case "panel":
            panel = element("div", "panel", f"{parts.picture}<p>{parts.name}</p>{parts.rank}{parts.panel}")
            top = element("div", "head", f"{parts.time} {parts.floor}")
            return element("div", "post", panel + element("div", "box", top + below))
        case "table":
            panel = f"<td width=160>{parts.name}<br>{parts.picture}<br>{parts.rank}{parts.panel}</td>"
            return element("table", "post", f"<tr>{panel}<td><p>{parts.time} {parts.floor}</p>{below}</td></tr>")
        case "rows":
            top = f"<td>{parts.name} {parts.rank}</td><td>{parts.time} {parts.floor}</td>"
            panel = f"<td>{parts.picture}{parts.panel}</td>"
            return element("tr", "head", top) + element("tr", "post", f"{panel}<td>{below}</td>")
        case "foot":
            return element("div", "post", parts.text + head + parts.foot)
        case "list":
            return element("li", "post", parts.picture + element("div", "box", head + below))
        case "definitions":
            return element("dl", "post", f"<dt>{line}</dt><dd>{below}</dd>")
        case "media":
            top = f"<h5>{parts.name} {parts.rank} <small>{parts.time}</small> {parts.floor}</h5>"
            panel = element("div", "panel", parts.picture)
            return element("div", "post", panel + element("div", "box", top + below))
        case "flat":
            return head + below + "<hr>"
        case "lines":
            return element("li", "post", f"{parts.name} {parts.time} {parts.floor}{below}")
    return _of_today(template, parts, head, below)


def _of_today(template: Forum, parts: Parts, head: str, below: str) -> str:
    """The layouts of sites that were built lately."""
    element = template.element
    match template.chosen["layout"]:
        case "articles":
            top = f"<header>{parts.picture}{parts.name} {parts.rank} {parts.time} {parts.floor}</header>"
            return element("article", "post", f"{top}{parts.text}<footer>{parts.foot}</footer>")
        case "sections":
            return element("section", "post", f"<aside>{parts.picture}{parts.panel}</aside>{head}{below}")
        case "grid":
            panel = element("div", "panel", f"{parts.picture}{parts.name}{parts.rank}{parts.panel}")
            return panel + element("div", "box", f"<small>{parts.time} {parts.floor}</small>{below}")
        case "card":
            card = element("div", "panel", f"{parts.time}<br>{parts.picture}{parts.name} {parts.rank}{parts.panel}")
            return element("div", "post", f"{parts.floor}{parts.text}{parts.foot}{card}")
        case "anchors":
            link = f'<a href="#p{parts.number}">{parts.time}</a>'
            top = element("div", "head", f"{parts.name} {parts.rank} {link} {parts.floor}")
            return f'<a name="p{parts.number}"></a>' + element("div", "post", top + parts.panel + below)
        case "answers":
            votes = element("div", "votes", f"<a href='#up'>▲</a><span>{parts.number * 3 % 7}</span><a href='#d'>▼</a>")
            card = element("div", "panel", f"{parts.time} {parts.picture}{parts.name} {parts.rank}")
            return element("div", "post", votes + element("div", "box", parts.text + parts.foot + card))
        case "feed":
            top = element("div", "head", f"{parts.name} {parts.rank}")
            bottom = element("div", "foot", f"{parts.time} · {template.words['like']} {parts.number * 5 % 8}")
            return element("div", "post", parts.picture + element("div", "box", top + parts.text + bottom + parts.foot))
    return element("div", "post", head + parts.panel + below)
