"""A plot of processor seconds over megabytes on logarithmic scales, as SVG."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 440, 64, 150, 24, 48
COLOURS = ("#0b5fa5", "#b3541e", "#4d7c2a")


class Scale:
    """Maps [low, high], widened to 1, 2 or 5 times a power of ten, to pixels."""

    def __init__(self, values, begin, end):
        low, high = min(values), max(values)
        self.ticks = [step * 10**power for power in range(-3, 7) for step in (1, 2, 5)]
        below = [tick for tick in self.ticks if tick <= low]
        above = [tick for tick in self.ticks if tick >= high]
        self.low, self.high = below[-1], above[0]
        self.ticks = [tick for tick in self.ticks if self.low <= tick <= self.high]
        self.begin, self.end = begin, end

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.begin + share * (self.end - self.begin)


def growth_plot(curves):
    """`curves`: name -> [(megabytes, seconds)]. A dashed line shows proportional growth."""
    points = [point for curve in curves.values() for point in curve]
    x = Scale([p[0] for p in points], LEFT, WIDTH - RIGHT)
    y = Scale([p[1] for p in points], HEIGHT - BOTTOM, TOP)
    body = [*axes(x, y), proportional(x, y, next(iter(curves.values()))[0])]
    for colour, (name, curve) in zip(COLOURS, curves.items()):
        body += drawn(name, [(x(a), y(b)) for a, b in curve], colour)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12" fill="#333">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n")


def axes(x, y):
    for tick in x.ticks:
        yield (f'<path d="M{x(tick):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e4e4e4"/>'
               f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick:g}</text>')
    for tick in y.ticks:
        yield (f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#e4e4e4"/>'
               f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    yield f'<text x="{LEFT}" y="{HEIGHT - 8}">MB of C source</text>'
    yield f'<text x="8" y="{TOP - 8}">seconds of processor time</text>'


def proportional(x, y, origin):
    megabytes, seconds = origin
    reach = min(x.high / megabytes, y.high / seconds)
    return (f'<path d="M{x(megabytes):.1f} {y(seconds):.1f}L{x(megabytes * reach):.1f} '
            f'{y(seconds * reach):.1f}" stroke="#999" stroke-dasharray="4 4" fill="none"/>')


def drawn(name, places, colour):
    line = "L".join(f"{a:.1f} {b:.1f}" for a, b in places)
    yield f'<path d="M{line}" stroke="{colour}" stroke-width="2" fill="none"/>'
    for a, b in places:
        yield f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3.5" fill="{colour}"/>'
    a, b = places[-1]
    yield f'<text x="{a + 8:.1f}" y="{b + 4:.1f}" fill="{colour}">{name}</text>'
