"""Renders icons/atelier.svg to the bitmaps that the bundle needs.

    python3 icons/make.py [path of Chromium]

The drawing is rasterised by Chromium, so that needs to be there; the containers
(.ico, .icns) are packed here from the PNG files, standard library only. The
results are committed: run this only after the drawing changed.
"""

import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
BROWSERS = ["chromium", "google-chrome", "google-chrome-stable", "chrome"]
# The shortest side of a headless window that is drawn at its true size.
WINDOW = 600


def browser():
    names = sys.argv[1:2] or BROWSERS
    found = next((path for name in names if (path := shutil.which(name))), None)
    return found or sys.exit(f"none of {names} is on PATH: give the path of Chromium")


def render(program, side, folder):
    """Draws the icon at `side` pixels and returns the rows of RGBA bytes."""
    size = max(side, WINDOW)
    page = folder / f"{side}.html"
    picture = folder / f"{side}.png"
    page.write_text(
        f'<body style="margin:0"><img width={side} height={side} style="display:block" '
        f'src="{(HERE / "atelier.svg").as_uri()}">'
    )
    subprocess.run(
        [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--allow-file-access-from-files", "--force-device-scale-factor=1",
            "--default-background-color=00000000", f"--user-data-dir={folder / 'profile'}",
            f"--window-size={size},{size}", f"--screenshot={picture}", page.as_uri(),
        ],
        check=True, capture_output=True, timeout=120,
    )
    return [row[: side * 4] for row in read_png(picture.read_bytes())[:side]]


def read_png(data):
    """Rows of an 8-bit RGB or RGBA PNG, as RGBA."""
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), "unexpected kind of PNG"
            channels = 4 if colour == 6 else 3
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride = zlib.decompress(packed), width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1 : start + 1 + stride])
        unfilter(raw[start], row, above, channels)
        above = row
        if channels == 3:
            row = b"".join(row[i : i + 3] + b"\xff" for i in range(0, stride, 3))
        rows.append(bytes(row))
    return rows


def unfilter(kind, row, above, step):
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        up = above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            far = left + up - corner
            guess = min((left, up, corner), key=lambda near: abs(far - near))
        else:
            guess = 0
        row[i] = (row[i] + guess) & 255


def write_png(rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 6, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def ico(pictures):
    """Windows: a table of sizes, then the PNG files as they are."""
    table, body, at = b"", b"", 6 + 16 * len(pictures)
    for side, png in pictures:
        table += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(png), at)
        body, at = body + png, at + len(png)
    return struct.pack("<HHH", 0, 1, len(pictures)) + table + body


def icns(pictures):
    """macOS: one chunk for each size, PNG inside."""
    body = b"".join(kind + struct.pack(">I", len(png) + 8) + png for kind, png in pictures)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main():
    program = browser()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        png = {s: write_png(render(program, s, folder)) for s in (16, 24, 32, 48, 64, 128, 256, 512, 1024)}
    for name, side in [("32x32", 32), ("128x128", 128), ("128x128@2x", 256), ("icon", 512)]:
        (HERE / f"{name}.png").write_bytes(png[side])
    (HERE / "icon.ico").write_bytes(ico([(s, png[s]) for s in (16, 24, 32, 48, 64, 128, 256)]))
    kinds = [(b"icp4", 16), (b"icp5", 32), (b"icp6", 64), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512),
             (b"ic10", 1024), (b"ic11", 32), (b"ic12", 64), (b"ic13", 256), (b"ic14", 512)]
    (HERE / "icon.icns").write_bytes(icns([(kind, png[s]) for kind, s in kinds]))


main()
