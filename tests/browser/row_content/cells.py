"""Points that have images or texts."""

IMAGES = """
import struct, zlib
import numpy as np
from sklearn.datasets import load_digits
from jupyter_sscluster import ClusterExplorer

def png(grey):
    high, wide = grey.shape
    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check
    lines = b"".join(b"\\x00" + row.tobytes() for row in grey.astype(np.uint8))
    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(lines)), chunk(b"IEND", b"")
    return b"\\x89PNG\\r\\n\\x1a\\n" + b"".join(parts)

digits = load_digits(n_class=3)
images = [png(255 - 255 / 16 * one) for one in digits.images]
explorer = ClusterExplorer(digits.data, n_clusters=3, tooltip=TOOLTIP)
explorer
"""


TEXTS = """
import numpy as np
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer
X, y = make_blobs(200, 6, centers=4, random_state=3)
REPORTS = [
    "Pothole at the corner of Mill Street and Station Road, a hand deep and as wide as a bicycle "
    "wheel. When it rains it fills up and you do not see it. Two people fell last week, and the "
    "bus swings out into the other lane to avoid it. ",
    "Since the new water pipe was laid, the cover in the middle of Mill Street stands a few "
    "centimetres above the asphalt. Every lorry that drives over it makes a bang that wakes the "
    "whole house, from five in the morning on. We have written twice. ",
    "The street light before number 12 has been out for three weeks. ",
    "Bags were left beside the full containers again, and the foxes have opened them. ",
]
texts = [REPORTS[k] * TIMES + f"Report {i}." for i, k in enumerate(y)]
explorer = ClusterExplorer(X, n_clusters=4, tooltip=texts)
explorer
"""


BOX = "e => { const b = e.getBoundingClientRect(); return [b.top, b.bottom, b.width, b.height]; }"
