"""XML from users: no entities, no document types, no network; the home of lxml's XML parser."""

from __future__ import annotations

from typing import TypeAlias

from lxml import etree

from regulations_agent.errors import DocumentError

Element: TypeAlias = etree._Element


def parse_xml(data: bytes, name: str) -> Element:
    """The root element; raises DocumentError for XML that is not well formed or declares a document type."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError(
            f"{name} is damaged: its XML cannot be parsed ({error}); save it again."
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise DocumentError(
            f"{name} declares a document type, through which XML can reach other files; it was left out. "
            "Save it again with Word or LibreOffice."
        )
    return root
