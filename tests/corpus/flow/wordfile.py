"""Small Word files for tests, made part by part."""

from __future__ import annotations

import zipfile
from io import BytesIO

NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def docx(body: str, prolog: str = "", extra: dict[str, str] | None = None, **parts: str) -> bytes:
    """A document; `parts` are the insides of `styles`, `numbering`, `footnotes` and `comments`."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "word/document.xml", f"{prolog}<w:document {NAMES}><w:body>{body}</w:body></w:document>"
        )
        relations = "".join(
            f'<Relationship Id="{name}" Type="{_RELATION}/{name}" Target="{name}.xml"/>' for name in parts
        )
        archive.writestr(
            "word/_rels/document.xml.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f"{relations}</Relationships>",
        )
        for name, content in parts.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {NAMES}>{content}</w:{name}>")
        for name, content in (extra or {}).items():
            archive.writestr(name, content)
    return buffer.getvalue()


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def gone(text: str) -> str:
    return f'<w:del w:id="1"><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def new(text: str) -> str:
    return f'<w:ins w:id="1">{run(text)}</w:ins>'


def moved(text: str, way: str) -> str:
    """`way` is `From` or `To`."""
    return f'<w:move{way} w:id="1">{run(text)}</w:move{way}>'


def paragraph(*runs: str, style: str = "", listed: tuple[int, int] | None = None, mark: str = "") -> str:
    """`listed` is the id of a list and a level; `mark` what happened to its end: `ins` or `del`."""
    about = f'<w:pStyle w:val="{style}"/>' if style else ""
    if listed is not None:
        about += f'<w:numPr><w:ilvl w:val="{listed[1]}"/><w:numId w:val="{listed[0]}"/></w:numPr>'
    if mark:
        about += f'<w:rPr><w:{mark} w:id="1"/></w:rPr>'
    inside = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f"<w:p><w:pPr>{about}</w:pPr>{inside}</w:p>"


def levels(*made: tuple[str, str], extra: str = "") -> str:
    """An abstract list: number format and text of each level, such as `("upperRoman", "Article %1")`."""
    inner = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{extra if at else ""}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for at, (form, text) in enumerate(made)
    )
    return f'<w:abstractNum w:abstractNumId="7">{inner}</w:abstractNum>'


def numbered(number: int, override: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="7"/>{override}</w:num>'


def heading_style(level: int, listed: int = 0) -> str:
    """`Heading 1` and so on, standing for a level of a list when `listed` names one."""
    numbering = (
        f'<w:numPr><w:ilvl w:val="{level - 1}"/><w:numId w:val="{listed}"/></w:numPr>' if listed else ""
    )
    return (
        f'<w:style w:type="paragraph" w:styleId="H{level}"><w:name w:val="heading {level}"/>'
        f'<w:pPr>{numbering}<w:outlineLvl w:val="{level - 1}"/></w:pPr></w:style>'
    )
