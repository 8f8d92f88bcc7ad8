"""How Sphinx builds the site; `make docs` does so from the pages that `docs/site` puts together."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "site"), str(HERE.parent)]

from jupyter_sscluster import __version__ as release  # noqa: E402

project = "jupyter_sscluster"
copyright = "jupyter_sscluster developers"
version = release
language = "en-GB"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "docstrings",
    "publish",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["extra"]
suppress_warnings = ["config.cache", "myst.header"]

nb_execution_mode = "off"  # docs/site/lessons.py has run them
myst_heading_anchors = 3
default_role = "code"
add_module_names = False
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "inherited-members": True, "member-order": "bysource"}
autodoc_class_signature = "mixed"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
napoleon_preprocess_types = False

html_theme = "pydata_sphinx_theme"
html_title = "jupyter_sscluster"
html_static_path = ["static"]
html_favicon = "static/favicon.svg"
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_extra_path = [str(HERE.parent / "build/docs/source/extra")]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "collapse_navigation": True,
    "show_prev_next": False,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "header_links_before_dropdown": 6,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {
    "index": [],
    "changelog": [],
    "install": [],
    "replays/index": [],
    "papers": [],
    "limits": [],
}

linkcheck_timeout = 20
linkcheck_anchors = False
