/** What thinks and measures: laptops, robots, globes, telescopes, rockets, planets. */
import { box, circle, clip, color, fade, glow, line, oval, path, place, sweep, times } from './sheet.mjs';

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
  const brick = (bx, by) => box(bx, by, 22, 22, color.woodLight, 3) + line(`M${bx} ${by + 11}h22`, color.woodDark, 1.5);
  return (
    box(0, 0, 260, 164, fade('#7CC7D6', '#DDF2E6')) +
    circle(216, 34, 18, color.sun) +
    box(20, 24, 44, 12, color.white, 6) + box(32, 14, 24, 14, color.white, 7) + box(124, 42, 36, 10, color.white, 5) +
    path('M0 136Q60 84 120 132T260 120V164H0Z', '#8CC97A') + box(0, 136, 260, 28, color.leafDark) +
    times(13, (index) => box(index * 20, 136, 12, 6, color.leafLight, 2)) +
    brick(96, 88) + brick(118, 88) + brick(140, 88) +
    circle(107, 72, 8, color.sunLight) + circle(129, 66, 8, color.sunLight) + circle(151, 72, 8, color.sunLight) +
    box(50, 108, 24, 28, color.coral, 6) + box(54, 112, 7, 9, color.white, 2) + box(65, 112, 7, 9, color.white, 2) + box(57, 115, 4, 5, color.ink) + box(68, 115, 4, 5, color.ink) + box(52, 134, 8, 5, color.navy, 2) + box(64, 134, 8, 5, color.navy, 2) +
    line('M226 136V84', color.cream, 4) + path('M226 84l-24 9 24 9z', color.coral)
  );
}

/** Lines of a programme; 260 by 164. */
export function codeScreen() {
  const rows = [[14, [[46, color.coral], [70, color.aqua]]], [30, [[34, color.sunLight], [90, '#CFE3E0']]], [30, [[60, color.aqua], [40, color.coral], [30, '#CFE3E0']]], [46, [[50, color.leafLight], [56, '#CFE3E0']]], [46, [[86, color.sunLight]]], [30, [[40, color.coral], [64, color.aqua]]], [14, [[28, color.leafLight]]]];
  return (
    box(0, 0, 260, 164, color.night) + circle(14, 12, 4, color.coral) + circle(27, 12, 4, color.sun) + circle(40, 12, 4, color.leaf) +
    rows.map(([indent, parts], row) => {
      let left = indent;
      return parts.map(([width, tone]) => {
        const bar = box(left, 28 + row * 18, width, 8, tone, 4);
        left += width + 8;
        return bar;
      }).join('');
    }).join('') + box(50, 154, 10, 3, color.sunLight)
  );
}

/** A friendly robot, about 200 high, that waves. */
export function robot(x, y, scale, [body, shade, face] = ['#F7EBD2', '#D9C39A', color.navy]) {
  return place(
    x,
    y,
    scale,
    oval(0, 4, 92, 11, color.ink, { opacity: 0.22 }) +
      line('M-58-92Q-96-84-94-46', '#8FA3A8', 13) + circle(-94, -40, 15, color.coral) +
      line('M58-92Q100-104 104-152', '#8FA3A8', 13) + path('M88-158q0-22 16-22t16 22l-10 14h-12z', color.coral) +
      box(-40, -22, 26, 24, color.navy, 7) + box(14, -22, 26, 24, color.navy, 7) +
      box(-64, -116, 128, 98, sweep(shade, [body, 0.4], body), 24) +
      circle(0, -68, 26, color.navy) + circle(0, -68, 19, glow([color.sunLight, 0], [color.sun, 1])) + path('M0-80l4 9 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z', color.white) +
      circle(-46, -34, 4, color.coral) + circle(46, -34, 4, color.teal) +
      box(-14, -130, 28, 18, '#8FA3A8') +
      box(-76, -216, 152, 92, sweep(shade, [body, 0.4], body), 30) +
      box(-88, -186, 14, 36, color.coral, 6) + box(74, -186, 14, 36, color.coral, 6) +
      box(-60, -202, 120, 62, face, 22) +
      circle(-26, -174, 12, color.aqua) + circle(26, -174, 12, color.aqua) + circle(-22, -178, 4, color.white) + circle(30, -178, 4, color.white) +
      path('M-14-158Q0-146 14-158', 'none', { stroke: color.aqua, 'stroke-width': 4, 'stroke-linecap': 'round' }) +
      line('M0-216V-240', '#8FA3A8', 6) + circle(0, -246, 10, color.sun),
  );
}

export function gear(x, y, r, tone, turn = 0) {
  return place(x, y, r / 50, times(8, (index) => `<g transform="rotate(${index * 45})">${box(-9, -52, 18, 24, tone, 4)}</g>`) + circle(0, 0, 38, tone) + circle(0, 0, 16, color.cream, { opacity: 0.9 }), turn);
}

export function globe(x, y, scale) {
  const land = 'M-52-40Q-30-66-8-58Q4-44-14-34Q-10-18-30-14Q-34 6-46-2Q-64-16-52-40ZM-18 6Q4-2 14 12Q16 34-4 52Q-18 40-20 24ZM22-52Q48-54 62-28Q66-6 50-6Q44-22 30-20Q18-34 22-52ZM40 22Q56 18 58 28Q46 44 34 40Z';
  return place(
    x,
    y,
    scale,
    oval(0, 122, 66, 9, color.ink, { opacity: 0.2 }) + path('M-44 120Q0 92 44 120Z', color.woodDark) + box(-7, 84, 14, 28, color.wood) +
      path('M-50-72A88 88 0 1 0 66-58', 'none', { stroke: color.wood, 'stroke-width': 9, 'stroke-linecap': 'round' }) +
      circle(0, 0, 74, glow(['#8FD6DA', 0], [color.teal, 1])) + clip(circle(0, 0, 74, '#000'), path(land, color.leafLight) + path('M-74 0Q-30 80 74 30V90H-74Z', color.lakeDeep, { opacity: 0.22 }) + oval(-26, -34, 26, 18, color.white, { opacity: 0.22 })),
  );
}

export function telescope(x, y, scale, turn = -32) {
  return (
    place(x, y, scale, line('M0 0L-62 176M0 0L62 176M0 0L6 184', color.woodDark, 10) + line('M3 0L65 176', color.woodLight, 3) + box(-18, -12, 36, 30, color.navy, 8)) +
    place(x, y - 10 * scale, scale, box(-128, -20, 90, 38, sweep('#D9C39A', '#F7EBD2'), 6) + box(-46, -27, 150, 52, fade(color.coral, '#B9472A'), 8) + box(92, -34, 66, 66, fade('#F7EBD2', '#D9C39A'), 8) + box(150, -38, 14, 74, color.sun, 5) + box(-146, -13, 24, 24, color.navy, 5) + box(-46, -18, 150, 8, color.white, 4, { opacity: 0.35 }) + box(-52, -30, 12, 58, color.sun, 4), turn)
  );
}

export function rocket(x, y, scale, turn = 20) {
  return place(
    x,
    y,
    scale,
    path('M-16 60Q0 130 16 60Z', color.sun) + path('M-9 60Q0 96 9 60Z', color.cream) +
      path('M-26 20L-54 66L-24 58ZM26 20L54 66L24 58Z', color.coral) +
      path('M0-92Q38-46 28 62H-28Q-38-46 0-92Z', sweep('#E8DDC6', '#FFFDF6')) + path('M0-92Q20-68 26-40H-26Q-20-68 0-92Z', color.coral) +
      circle(0, -8, 15, color.navy) + circle(0, -8, 10, color.aqua) + box(-28, 48, 56, 12, color.teal, 3),
    turn,
  );
}

export function ringedPlanet(x, y, r, tones = ['#F6C177', '#E0844F']) {
  return place(x, y, r / 50, `<g transform="rotate(-18)">${path('M-96 0A96 26 0 0 1 96 0', 'none', { stroke: '#F3DFB9', 'stroke-width': 9, opacity: 0.7 })}${circle(0, 0, 50, fade(...tones))}${clip(circle(0, 0, 50, '#000'), box(-60, -22, 120, 10, color.white, 0, { opacity: 0.22 }) + box(-60, 8, 120, 14, color.rust, 0, { opacity: 0.2 }))}${path('M-96 0A96 26 0 0 0 96 0', 'none', { stroke: '#FFF0CF', 'stroke-width': 9 })}</g>`);
}

export function shootingStar(x, y, scale) {
  return place(x, y, scale, path('M0 0L170-96L6 12Z', sweep(['#FFF6DA', 0, 0.95], ['#FFF6DA', 1, 0])) + path('M0-16l5 11 12 1-9 8 3 12-11-7-11 7 3-12-9-8 12-1z', '#FFF6DA'));
}
