"""Makes the page's fonts, web/fonts/sans.woff2, serif.woff2 and the rest of each, from Source Sans 3 and Source Serif 4.

    python3 -m venv target/fonts
    target/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    target/fonts/bin/python tools/fonts.py

The sources are npm packages of Fontsource, fetched by `npm pack` and held to their SHA-256. Kept are
the glyphs that the page needs, their kerning, and of the sans the weights 400 to 600, on a grid of
half the fineness: a tenth of a pixel of the sharpest screens, and a twelfth less to fetch. Signs that are
seldom there are in files of their own (-rest), which browsers fetch where one of them stands. The figures of
both are tabular. "Source" is a reserved name of the licence (SIL OFL 1.1, web/fonts/OFL.txt): what is
changed carries another.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target/fonts"
OUT = ROOT / "web/fonts"
# All that is sent to every visitor, in bytes.
BUDGET = 30_000
# The units of an em.
GRID = 500

LETTERS = "".join(sign for sign in map(chr, range(0x20, 0x7F)) if sign.isalnum())
# What sentences are made of, and what stands in the notation of moves.
USUAL = LETTERS + " .,:;!?'\"()-/+#=–—‘’“”…−\xa0·↑↓"
ALL = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])).replace("\xad", "") + "‹›•"

SANS = {
    "name": "Fivefold Sans",
    "package": "@fontsource-variable/source-sans-3@5.3.0",
    "member": "package/files/source-sans-3-latin-wght-normal.woff2",
    "sha256": "7a19a7027e125257d310c6dbd78ae3a30b5ea1e3794d60b12bb28227a003bfda",
    "axes": {"wght": (400, 600)},
}
SERIF = {
    "name": "Fivefold Serif",
    "package": "@fontsource/source-serif-4@5.3.1",
    "member": "package/files/source-serif-4-latin-400-normal.woff2",
    "sha256": "02194deb92d3975dd30e11a3824a1f1db32b48c93654e60560cb81ce8e7b5f95",
    "axes": None,
}


# Of those, what headings and names do without: the serif writes them only in a rules' page.
OF_NOTATION = "/+#=−↑↓"
TITLES = "".join(sign for sign in USUAL if sign not in OF_NOTATION)


def rest(signs, usual=USUAL):
    """What is not fetched ahead."""
    return "".join(sign for sign in signs if sign not in usual)


# The files whose names end so are fetched where one of their signs stands.
REST = "-rest"
FONTS = [
    # What drops are written with, and a letter of an inventor whom the front page names.
    {**SANS, "file": "sans", "text": USUAL + "@ã"},
    # Names of people are written in it.
    {**SANS, "file": "sans" + REST, "text": rest(ALL)},
    # The letters of inventors' names, which stand in the rules' pages.
    {**SERIF, "file": "serif", "text": TITLES + "ãéöü"},
    {**SERIF, "file": "serif" + REST, "text": rest(ALL[:95] + "½×‹›•−↑↓", TITLES)},
]


def fetch(package, member):
    """The bytes of a file in an npm package."""
    WORK.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=WORK, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(WORK / packed) as archive:
        return archive.extractfile(member).read()


def rename(font, name):
    """Gives the font another name, and keeps whose it is and under what licence."""
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (0, 13, 14)]
    for identifier, text in ((1, name), (2, "Regular"), (4, name), (6, name.replace(" ", ""))):
        table.setName(text, identifier, 3, 1, 0x409)


def make(source, spec):
    """The font with what is kept of it, as WOFF2."""
    font = TTFont(io.BytesIO(source))
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "ccmp", "mark"]
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=spec["text"])
    subsetter.subset(font)
    missing = [sign for sign in spec["text"] if ord(sign) not in font.getBestCmap()]
    if missing:
        sys.exit(f"{spec['name']} has no {missing}")
    cmap = font.getBestCmap()
    figures = [figure for figure in "0123456789" if figure in spec["text"]]
    if len({font["hmtx"][cmap[ord(figure)]][0] for figure in figures}) > 1:
        sys.exit(f"{spec['name']}: the figures are not tabular")
    if spec["axes"]:
        font = instancer.instantiateVariableFont(font, spec["axes"], updateFontNames=False)
    scale_upem(font, GRID)
    rename(font, spec["name"])
    out = io.BytesIO()
    # The same bytes whenever it is made.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue()


total = 0
for spec in FONTS:
    source = fetch(spec["package"], spec["member"])
    found = hashlib.sha256(source).hexdigest()
    if found != spec["sha256"]:
        sys.exit(f"{spec['package']}: {spec['member']} has SHA-256 {found}")
    font = make(source, spec)
    OUT.mkdir(exist_ok=True)
    (OUT / f"{spec['file']}.woff2").write_bytes(font)
    total += 0 if spec["file"].endswith(REST) else len(font)
    print(f"{spec['file']}.woff2: {len(font)} bytes")
for spec in FONTS[1::2]:
    signs = sorted(map(ord, spec["text"]))
    print(f"{spec['file']}: " + ", ".join(f"U+{sign:X}" for sign in signs))
if total > BUDGET:
    sys.exit(f"{total} bytes are more than {BUDGET}")
