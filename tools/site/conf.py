"""How Sphinx builds the site.  `python -m tools.site` writes what it reads, and starts it."""

from __future__ import annotations

from pygments.lexers.javascript import JavascriptLexer
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from hookwright import __version__
from tools.site.pages import REPOSITORY

project = "hookwright"
author = "hookwright contributors"
release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}

# As on GitHub: its anchors, and nothing of MyST that Markdown there does not have.
myst_heading_anchors = 4
myst_disable_syntax = ["myst_block_break", "myst_line_comment", "myst_role", "myst_target"]
# Pages of rules show JSON with mistakes.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "hookwright"
html_baseurl = "https://hookwright.github.io/hookwright/"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_favicon = "pictures/icon.png"
html_logo = "pictures/icon.png"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": [],
}


def setup(app: Sphinx) -> None:
    """Languages whose names Pygments does not know."""
    app.add_lexer("jsonc", JavascriptLexer)
    app.add_lexer("gitattributes", TextLexer)
