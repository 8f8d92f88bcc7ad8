"""The features of the widget, one folder each, named as in the session and on the page."""
