/** What thinks: laptops, robots, blueprints. */
import {
  box,
  circle,
  clip,
  color,
  fade,
  glow,
  line,
  oval,
  path,
  place,
  sweep,
  times,
} from './sheet.mjs';

/** A laptop 300 wide whose screen shows `picture` (drawn 260 by 160 from its corner). */
export function laptop(x, y, scale, picture) {
  return place(
    x,
    y,
    scale,
    oval(0, 8, 210, 10, color.ink, { opacity: 0.2 }) +
      box(-146, -200, 292, 196, color.navy, 14) +
      `<g transform="translate(-130 -186)">${clip(box(0, 0, 260, 164, '#000', 5), picture)}</g>` +
      path('M-146-12H146L188 0Q188 10 176 10H-176Q-188 10-188 0Z', fade('#E8EEEA', '#B4C2C2')) +
      path('M-34-8H34L30 0H-30Z', '#9FB0B2'),
  );
}

/** A small game: a hill to jump over, coins, a flag; 260 by 164. */
export function gameScreen() {
  const brick = (bx, by) =>
    box(bx, by, 22, 22, color.woodLight, 3) + line(`M${bx} ${by + 11}h22`, color.woodDark, 1.5);
  return (
    box(0, 0, 260, 164, fade('#7CC7D6', '#DDF2E6')) +
    circle(216, 34, 18, color.sun) +
    box(20, 24, 44, 12, color.white, 6) +
    box(32, 14, 24, 14, color.white, 7) +
    box(124, 42, 36, 10, color.white, 5) +
    path('M0 136Q60 84 120 132T260 120V164H0Z', '#8CC97A') +
    box(0, 136, 260, 28, color.leafDark) +
    times(13, (index) => box(index * 20, 136, 12, 6, color.leafLight, 2)) +
    brick(96, 88) +
    brick(118, 88) +
    brick(140, 88) +
    circle(107, 72, 8, color.sunLight) +
    circle(129, 66, 8, color.sunLight) +
    circle(151, 72, 8, color.sunLight) +
    box(50, 108, 24, 28, color.coral, 6) +
    box(54, 112, 7, 9, color.white, 2) +
    box(65, 112, 7, 9, color.white, 2) +
    box(57, 115, 4, 5, color.ink) +
    box(68, 115, 4, 5, color.ink) +
    box(52, 134, 8, 5, color.navy, 2) +
    box(64, 134, 8, 5, color.navy, 2) +
    line('M226 136V84', color.cream, 4) +
    path('M226 84l-24 9 24 9z', color.coral)
  );
}

/** Lines of a programme; 260 by 164. */
export function codeScreen() {
  const rows = [
    [
      14,
      [
        [46, color.coral],
        [70, color.aqua],
      ],
    ],
    [
      30,
      [
        [34, color.sunLight],
        [90, '#CFE3E0'],
      ],
    ],
    [
      30,
      [
        [60, color.aqua],
        [40, color.coral],
        [30, '#CFE3E0'],
      ],
    ],
    [
      46,
      [
        [50, color.leafLight],
        [56, '#CFE3E0'],
      ],
    ],
    [46, [[86, color.sunLight]]],
    [
      30,
      [
        [40, color.coral],
        [64, color.aqua],
      ],
    ],
    [14, [[28, color.leafLight]]],
  ];
  return (
    box(0, 0, 260, 164, color.night) +
    circle(14, 12, 4, color.coral) +
    circle(27, 12, 4, color.sun) +
    circle(40, 12, 4, color.leaf) +
    rows
      .map(([indent, parts], row) => {
        let left = indent;
        return parts
          .map(([width, tone]) => {
            const bar = box(left, 28 + row * 18, width, 8, tone, 4);
            left += width + 8;
            return bar;
          })
          .join('');
      })
      .join('') +
    box(50, 154, 10, 3, color.sunLight)
  );
}

/** A friendly robot, about 200 high, that waves. */
export function robot(x, y, scale, [body, shade, face] = ['#F7EBD2', '#D9C39A', color.navy]) {
  return place(
    x,
    y,
    scale,
    oval(0, 4, 92, 11, color.ink, { opacity: 0.22 }) +
      line('M-58-92Q-96-84-94-46', '#8FA3A8', 13) +
      circle(-94, -40, 15, color.coral) +
      line('M58-92Q100-104 104-152', '#8FA3A8', 13) +
      path('M88-158q0-22 16-22t16 22l-10 14h-12z', color.coral) +
      box(-40, -22, 26, 24, color.navy, 7) +
      box(14, -22, 26, 24, color.navy, 7) +
      box(-64, -116, 128, 98, sweep(shade, [body, 0.4], body), 24) +
      circle(0, -68, 26, color.navy) +
      circle(0, -68, 19, glow([color.sunLight, 0], [color.sun, 1])) +
      path('M0-80l4 9 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z', color.white) +
      circle(-46, -34, 4, color.coral) +
      circle(46, -34, 4, color.teal) +
      box(-14, -130, 28, 18, '#8FA3A8') +
      box(-76, -216, 152, 92, sweep(shade, [body, 0.4], body), 30) +
      box(-88, -186, 14, 36, color.coral, 6) +
      box(74, -186, 14, 36, color.coral, 6) +
      box(-60, -202, 120, 62, face, 22) +
      circle(-26, -174, 12, color.aqua) +
      circle(26, -174, 12, color.aqua) +
      circle(-22, -178, 4, color.white) +
      circle(30, -178, 4, color.white) +
      path('M-14-158Q0-146 14-158', 'none', {
        stroke: color.aqua,
        'stroke-width': 4,
        'stroke-linecap': 'round',
      }) +
      line('M0-216V-240', '#8FA3A8', 6) +
      circle(0, -246, 10, color.sun),
  );
}

/** A blueprint of gears on the wall, 200 by 150, hanging from its middle. */
export function blueprint(x, y, scale, turn = 0) {
  const wheel = (cx, cy, r) =>
    circle(cx, cy, r, 'none', { stroke: '#CFE9E8', 'stroke-width': 3 }) +
    circle(cx, cy, r * 0.4, 'none', { stroke: '#CFE9E8', 'stroke-width': 3 }) +
    times(
      8,
      (index) =>
        `<g transform="translate(${cx} ${cy}) rotate(${index * 45})">${line(`M0 ${-r}V${-r - 7}`, '#CFE9E8', 6)}</g>`,
    );
  return place(
    x,
    y,
    scale,
    box(-98, 4, 204, 154, color.ink, 4, { opacity: 0.14 }) +
      box(-102, 0, 204, 152, fade('#1B8390', color.lake), 4) +
      times(6, (index) =>
        line(`M${-70 + index * 28} 4V148M-98 ${22 + index * 24}H98`, color.white, 1, {
          opacity: 0.14,
        }),
      ) +
      wheel(-36, 62, 34) +
      wheel(38, 92, 26) +
      line('M20 28H84M20 40H62', '#CFE9E8', 4) +
      circle(-92, 9, 5, color.coral) +
      circle(92, 9, 5, color.coral),
    turn,
  );
}
