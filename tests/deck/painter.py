"""Cards as Chromium paints them, as arrays of pixels."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING, Any

import numpy as np

from art.shapes import element, inked, use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PAINT = """
async ([svg, width, height]) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  const bytes = context.getImageData(0, 0, width, height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
"""


class Painter:
    """Paints parts of a sprite on a browser page."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def paint(
        self,
        sprite: str,
        parts: Sequence[str],
        *,
        box: str,
        size: tuple[int, int],
        properties: str = "",
    ) -> list[NDArray[np.uint8]]:
        """Return red, green, blue and opacity, 0 to 255, of every pixel of each part."""
        width, height = size
        whole = width * len(parts)
        side_by_side = "".join(
            element("svg", inked(use(part)), x=at * width, width=width, height=height, viewBox=box)
            for at, part in enumerate(parts)
        )
        svg = element(
            "svg",
            sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")],
            side_by_side,
            xmlns="http://www.w3.org/2000/svg",
            width=whole,
            height=height,
            style=properties,
        )
        pixels = self._page.evaluate(PAINT, [svg, whole, height])
        row = np.frombuffer(b64decode(pixels), dtype=np.uint8).reshape(height, whole, 4)
        return np.split(row, len(parts), axis=1)
