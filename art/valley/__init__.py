"""The valley of the game, at the head of its history: a village below the Serles and glaciers."""

from art.parlour import drawing
from art.shapes import element, group
from art.valley import flowers, slopes, village
from art.valley.light import DAY, EVENING, Light
from art.valley.mountains import HEIGHT, WIDTH, mountains

__all__ = ["DAY", "EVENING", "Light", "valley"]


def valley(light: Light) -> str:
    """Draw the valley in a light."""
    layers = [
        slopes.slopes,
        slopes.floor,
        slopes.haycocks,
        village.village,
        slopes.stand,
        village.pasture,
        flowers.foreground,
    ]
    below = "".join(draw() for draw in layers)
    parts = slopes.definitions() + village.definitions() + flowers.definitions()
    if light.dusk:
        matrix = element("feColorMatrix", values=light.dusk)
        parts += element("filter", matrix, id="dusk", color_interpolation_filters="sRGB")
        below = group(below, filter="url(#dusk)") + village.lights()
    return drawing(element("defs", parts) + mountains(light) + below, WIDTH, HEIGHT, stroke=2.2)
