"""Settings of the documentation site; `make docs` builds it into site/."""

from typing import Any

from mazziere import __version__
from tools.docs.api import to_rest

project = "Mazziere"
author = "The Mazziere authors"
version = release = __version__
copyright = author  # noqa: A001

extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.docs.sphinx_ids"]
myst_enable_extensions = ["colon_fence", "deflist", "html_image"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # a changelog that is included begins below the first level

default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource", "ignore-module-all": True}
autodoc_inherit_docstrings = False  # those of other libraries are not written in Markdown
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
toc_object_entries = False  # the sidebar lists pages, not functions; it is drawn on every page

html_theme = "furo"
html_title = f"Mazziere {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "monokai"


def show_docstring(
    app: Any, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Read docstrings as the Markdown that they are."""
    lines[:] = to_rest(lines)


def setup(app: Any) -> None:
    """Connect to Sphinx."""
    app.connect("autodoc-process-docstring", show_docstring)
