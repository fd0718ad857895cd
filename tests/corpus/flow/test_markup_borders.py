"""Small documents in markup, each a little other than the last: the listing has which blocks they give."""

from __future__ import annotations

from itertools import count

import pytest

from regulations_agent.corpus.flow.adoc import asciidoc
from regulations_agent.corpus.flow.adoc.lists import read_item
from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.law.eurlex_marks import iso_date, short_title
from regulations_agent.corpus.flow.law.levels import nested
from regulations_agent.corpus.flow.web import html
from regulations_agent.corpus.flow.web.contents import LEAST
from tests.corpus.test_borders import once, turns
from tests.listings import as_listed


def look(run: Run) -> str:
    marks = "".join(mark for mark, on in (("*", run.bold), ("/", run.italic), ("^", run.sup)) if on)
    return f"{marks}{run.state[0] if run.state != 'kept' else ''}{run.text!r}"


def told(block: Block) -> str:
    cells = " / ".join(
        ", ".join(
            f"{cell.text}{(cell.columns, cell.rows) if cell.columns + cell.rows > 2 else ''}" for cell in row
        )
        for row in block.rows
    )
    signs = "".join(sign for sign, on in ((" page", block.new_page), (" contents", block.contents)) if on)
    return f"{block.kind} {block.level} {block.number!r}{signs} {' '.join(map(look, block.runs))}{cells}"


def asciidoc_of(text: str) -> list[str]:
    flow: Flow = asciidoc.read(text.encode(), "a.adoc")
    about = [f"title {flow.title}"] * bool(flow.title) + list(flow.about) + list(flow.problems)
    return [*map(told, flow.blocks), *about]


ASCIIDOC = r"""
= Boats
A. Club
:author: Club
// no
v1

Text
%%

// no
:lang: de
= Boats

x
%%
== Boats

x
%%
:a: one \
  two \
three

{a} {b} {nbsp}{amp}
%%
:a: one \
%%
:!a:
:b!:
:c: {a}

{c} \{c}
%%
Boats
=====

Oars
----

Sails
~~~~~~~

Ropes
^^^^^

Anchors
+++++++
%%
Boats
====

Boat
=====

Boats
===

**
==

B
==
%%
:sectnums:
== A
=== B
==== C
===== D
== E
==== F
[discrete]
== G
[appendix]
== H
[appendix]
== I
%%
:numbered:
:sectnumlevels: 1
= T

== A
=== B
:!numbered:
== C
%%
:sectnums:
:sectnumlevels: x
== A
==== B
===== C
%%
x

<<<

y

z
%%
.Title
x

. item
.. inner
... deep
. two
%%
* a
** b
*** c
* d
- e
• f
%%
1. a
2. b
a. c
b. d
i) e
A. f
I) g
<1> h
<.> i
%%
[start=4]
. a
. b

[loweralpha]
. c

[upperroman,start=3]
. d
%%
term:: words
other::
  more words
deep::: x
deeper:::: y
semi;; z
plain
%%
. a
+
attached
goes on

. b
+
----
code
----
. c
+
%%
. a
+
[quote]
words
. b
+
. c
+

d
%%
. a
more
// no
+
x


. b

c

. d
[loweralpha]
. e
%%
. a

// no

[loweralpha]
.. b

[x]
c
%%
a
b +
c
// no
d
[x]
e
----
f
----
g
+
h
%%
 literal
 two

x
%%
----
a
b
----
....
c
....
```x
d
```
////
no
////
++++
e
++++
%%
====
. a

== H
====
****
b
****
____
c
____
--
d
--
[comment]
====
e
====
%%
. a
+
====
b
====

--
never ends
%%
image::x[]
'''
toc::[]
---
[[anchor]]
a footnote:[One *two*.] b footnote:[Three.]

c
%%
|===
|a |b
|c |d
|===

[cols="1,1,1"]
|===
|a
|b
|c
2+|d
.2+|e
|f
|g
3*|h
|===
%%
,===
a,"b,c"
d,e
,===

[format=tsv]
|===
a	b
|===

|===
|===

[cols=2*]
|===
|a|b|c\|d
|===
%%
[cols="2*,1;1"]
|===
2.2+|a|b|c
|d|e
|f|g|h|i
|===
%%
ifdef::a[]
x
endif::[]
:a:
ifdef::a[]
y
ifndef::b[]
z
endif::[]
endif::[]
ifdef::a+b[no]
ifdef::a,b[yes]
ifeval::[1==1]
w
endif::[]
ifndef::a[n]
:!a:
ifdef::a[m]
include::x.adoc[]
%%
*b* _i_ `m` ^s^ ~l~ #h# +p+ **x**y __i__j ``m``n [line-through]#gone# [red]#kept# [del]##g##
%%
http://a.org[shown] <<id>> <<id,words>> link:x["a",b] image:x[] pass:[*a*] +++*b*+++ \*c*
(C) (R) (TM) ... a -- b -> =>
%%
a*b*c x_y_z *a _b *c* d_ e* [[id]]f xref:g[h] kbd:[i] http://b.org[]
"""


@pytest.mark.parametrize("text", ASCIIDOC.strip("\n").split("\n%%\n"), ids=count())
def test_a_small_asciidoc_gives_its_blocks(text: str):
    as_listed(asciidoc_of(text))


def test_an_item_of_asciidoc_has_a_term_that_is_no_sentence():
    once(turns(range(195, 204), lambda long: read_item("t" * long + ":: x") is not None))
    as_listed(
        turns(
            range(17, 24),
            lambda deep: [
                told(block)[:9]
                for block in asciidoc.read(
                    ("\n".join("=" * (n + 4) for n in range(deep)) + "\n. a\n").encode(), "a"
                ).blocks
            ],
        )
    )
    as_listed(turns(range(6, 11), lambda deep: asciidoc_of("*_" * deep + "a" + "_*" * deep)[0]))


def html_of(text: str) -> list[str]:
    flow = html.read(text.encode(), "a.html")
    return [
        *map(told, flow.blocks),
        *([f"title {flow.title} {flow.language} {flow.about}"] * bool(flow.title)),
    ]


PAGES = r"""
<title> A  b </title><meta name=author content=' Club '><meta name=Keywords content=x><p>y
%%
<html lang=de><title>t</title><h1>A</h1><h6>B</h6><pre>
 a
  b
</pre><p>c<br>d
%%
<ol start=3><li>a<li value=9>b<li>c</ol><ol reversed><li>a<li>b</ol><ol type=a><li>a</ol><ol type=I><li>a
<li type=i>b</ol>
%%
<ul><li>a<ul type=square><li>b</ul><li><p>c<p>d</ul><dl><dt>t<dd>w</dl>
%%
<ul style='list-style: none'><li>a</ul><ol style='list-style-type: upper-greek'><li>a</ol><ul>
<li style='list-style: decimal'>b</ul>
%%
<ol style='list-style: lower-greek none'><li>a</ol><ol style='list-style-type:decimal-leading-zero'>
<li>a</ol><ol type=disc><li>a</ol>
%%
<ol><li></li><li>b</ol><ul><li></ul>
%%
<p><b>a</b> <i>b</i> <sup>c</sup> <del>d</del> <ins>e <s>f</s></ins> <em>g</em> <strong>h</strong>
%%
<p style='font-weight: 700'>a <b style='font-weight:normal'>b</b>
<span style='font-weight: 599'>c</span> <i style='font-style: normal'>d</i>
<u style='font-weight:bolder'>e</u>
%%
<p style='text-transform: uppercase'>a <span style='text-transform:none'>b</span>
<span style='vertical-align: super'>c</span> <span style='text-decoration: line-through'>d</span>
%%
<p hidden>a<p style='display:none'>b<p style='visibility: hidden'>c<script>d</script><style>e</style>
<noscript>f</noscript><p>g
%%
<style>.x{display:none} p::before{content:'no'} h1{counter-reset:s} h2{counter-increment:s}
h2::before{content:counter(s) '.'} @media x{p{display:none}} !!{} .y{color:red} h3:nope{display:none}</style>
<h1>A</h1><h2>B</h2><h2>C</h2><h1>D</h1><h2>E</h2><h3>e</h3><p class=x>f<p>g
%%
<style>li{counter-increment:i} ol{counter-reset:i; list-style:none}
li::before{content:counters(i,'.') ':'}</style><ol><li>a<ol><li>b<li>c</ol><li>d</ol>
%%
<style>ol{counter-reset:i 4 j; list-style:none} li{counter-increment:i 2} li::before{content:'§'
counter(i, lower-roman) counter(k)}</style>
<ol><li>a<li>b</ol>
%%
<h2>A<a href=#a>¶</a></h2><p><a href=#b>link</a> <a href=b>link</a> <a href=#c>words</a>
%%
<nav><a href=#x>Home</a></nav><div role=navigation>x</div><p>y
%%
<main><p>a b c</main><p>d e
%%
<main><p>a b c</main><p>d e f
%%
<div role=main><p>a b c</div><div role=main><p>d</div>
%%
<table><tr><th>a<td colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>
%%
<table><caption>c</caption><tr hidden><td>a<td>b<tr><td><ol><li>x<li>y</ol><td><table><tr><td>i
<td>j</table></table>
%%
<ul><li><table><tr><td>a<td>b<tr><td>c<td>d</table></ul>
%%
<p>a<!-- no -->b &amp; c&nbsp;d
 e<p>­f
"""


def test_a_document_that_starts_with_a_section_keeps_its_heading():
    for above in ("", ":sectnums:\n", "// note\n"):
        found = asciidoc.read(f"{above}== Boats\n\nwait\n".encode(), "a.adoc").blocks
        assert [(block.kind, block.level, block.text) for block in found] == [
            ("heading", 2, "Boats"),
            ("paragraph", 0, "wait"),
        ]


@pytest.mark.parametrize("text", PAGES.strip("\n").split("\n%%\n"), ids=count())
def test_a_small_page_gives_its_blocks(text: str):
    as_listed(html_of(text))


def test_numerals_of_a_list_end_where_romans_do():
    found = [block.number for block in html.read(b"<ol type=i start=0><li>a<li>b</ol>", "a").blocks]
    found += [block.number for block in html.read(b"<ol type=i start=3999><li>a<li>b</ol>", "a").blocks]
    assert found == ["0.", "i.", "mmmcmxcix.", "4000."]


def test_a_list_of_links_to_the_headings_is_the_contents_of_a_page():
    def page(links: int, others: int = 0, headings: int = 4, words: str = "") -> list[str]:
        items = "".join(f"<li><a href=#h>Boats {n}</a>" for n in range(links)) + "".join(
            f"<li><a href=#h>Else {n}</a>" for n in range(others)
        )
        return [
            told(block)
            for block in html.read(
                (
                    f"<p>Contents</p><ul>{items}</ul><p>{words}"
                    + "".join(f"<h2>Boats {n}</h2>" for n in range(headings))
                ).encode(),
                "a",
            ).blocks
        ]

    for told_of in (
        lambda n: page(n),
        lambda n: page(3, n),
        lambda n: page(3, 0, n + 2),
        lambda n: page(n + 2, 0, 8),
    ):
        as_listed(
            turns(range(6), lambda n, told_of=told_of: sum(" contents " in line for line in told_of(n)))
        )
    assert LEAST == 3
    text = "".join(f"<p><a href=#h>Boats {n}</a>" for n in range(3)) + "".join(
        f"<h3>Boats {n}</h3>" for n in range(3)
    )
    as_listed(html_of(f"<h1>Table of Contents:</h1>{text}"))
    listed = "".join(f"<li><a href=#h>Boats {n}</a>" for n in range(3))
    below = "".join(f"<h2>Boats {n}</h2>" for n in range(3))

    def marked(long: int) -> int:
        return str(html_of(f"<ul>{listed}<li>{'x' * long}</ul>{below}")).count(" contents ")

    as_listed(turns(range(20), marked))


@pytest.mark.parametrize("length", [0, 14, 15, 16, 30])
def test_the_encoding_of_a_page_is_that_which_its_front_declares(length: int):
    padding = "<!--" + "x" * (4096 - 45 + length) + "-->"
    as_listed(
        html.read((padding + "<meta charset=koi8-r><p>кот и бот").encode("koi8-r"), "a").blocks[0].text
        == "кот и бот"
    )


@pytest.mark.parametrize(
    "labels",
    [
        "a b c",
        "a 1 2 b",
        "a 1 i ii A B 2 b",
        "h i j",
        "a i ii b",
        "h 1 i ii iii 2 i",
        "a 1 i A 1 i ii 2 B",
        "x y z aa bb",
        "c",
        "5 6",
        "a b d",
        "a b z",
        "i",
        "i ii iii iv v",
        "1 a 2 b",
        "a 1 2 3 1 2",
        "A B 1 2 C",
        "aa",
        "ab",
        "a ab b",
        "a 1 i ii j",
        "a 1 i v",
        "a a b",
        "v w x",
        "a 1 i A 1 i a",
    ],
)
def test_designations_nest_by_how_they_count_on(labels: str):
    as_listed([" ".join(f"{step.kind}{step.value}" for step in stack) for stack in nested(labels.split())])


def test_an_act_is_called_by_its_number_and_its_name_in_brackets():
    for lines in (
        ["REGULATION (EU) 2016/679", "of 1 May 2016", "on boats (General Boat Regulation)"],
        ["Commission Directive 93/15/EEC of 5 May", "(Text with EEA relevance)"],
        ["Boats"],
        ["Decision No 1/2 (No)"],
        ["DECISION (euratom) 1/2 (Boats of the pier)"],
    ):
        as_listed(short_title(lines))
    as_listed([iso_date(text) for text in ("4.5.2016", "of 14.11.2016.", "4/5/2016")])
