"""Still pictures of a session: points, links, axes and legend as SVG; the same in words."""
