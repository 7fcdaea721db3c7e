/** What painters and photographers need, and a heron for them to look at. */
import { box, circle, clip, color, fade, glow, line, oval, path, place, sweep } from './sheet.mjs';

/** An easel with a canvas 200 wide that shows `picture` (drawn 200 by 150 from its corner). */
export function easel(x, y, scale, picture) {
  return place(
    x,
    y,
    scale,
    oval(0, 2, 120, 9, color.ink, { opacity: 0.2 }) +
      line('M0-270L14-4', color.woodDark, 9) +
      line('M-10-268L-92 0M10-268L92 0', color.wood, 11) +
      line('M-7-268L-89 0M13-268L95 0', color.woodLight, 3) +
      box(-116, -254, 232, 176, '#DDBB80', 4) +
      box(-110, -250, 220, 166, color.cream, 3) +
      `<g transform="translate(-100 -242)">${clip(box(0, 0, 200, 150, '#000', 2), picture)}</g>` +
      box(-124, -82, 248, 14, sweep(color.woodLight, color.wood), 4) +
      box(-9, -286, 18, 42, sweep(color.woodLight, color.wood), 5),
  );
}

/** The lake as a child would paint it, 200 by 150. */
export function childPainting() {
  return (
    box(0, 0, 200, 150, '#FBD9A0') +
    circle(132, 56, 28, color.coral) +
    path('M0 86Q40 44 84 80T200 70V150H0Z', color.plum, { opacity: 0.75 }) +
    path('M0 92Q60 84 100 92T200 90V150H0Z', color.teal) +
    line('M110 102h44M118 114h30M122 126h22', color.sunLight, 5) +
    line('M14 106h40M30 122h52M10 138h60', color.aqua, 4) +
    path('M0 150V112Q30 118 44 150Z', color.leaf) +
    line('M18 116v-34M18 90l-9-8M18 98l10-8', color.pine, 5)
  );
}

export function palette(x, y, scale, turn = 0) {
  const blobs = [
    [-42, -10, color.coral],
    [-20, -30, color.sun],
    [12, -34, color.leaf],
    [40, -20, color.teal],
    [46, 6, color.lake],
  ];
  return place(
    x,
    y,
    scale,
    path(
      'M-70 4C-76-34-30-58 16-56C64-54 86-20 70 12C58 34 36 20 22 26C8 34 18 50-8 50C-44 50-66 36-70 4Z',
      fade('#DDA664', '#B9763F'),
    ) +
      path('M-64 0C-66-32-26-52 16-50C58-48 76-20 64 6', 'none', {
        stroke: '#F0C58C',
        'stroke-width': 4,
        'stroke-linecap': 'round',
      }) +
      oval(-30, 24, 12, 9, color.woodDark) +
      blobs
        .map(
          ([bx, by, tone]) =>
            path(`M${bx - 12} ${by}q2-14 14-12t10 12q0 10-12 10t-12-10z`, tone) +
            circle(bx - 3, by - 4, 2.6, color.white, { opacity: 0.6 }),
        )
        .join(''),
    turn,
  );
}

export function brush(x, y, scale, turn, tone = color.coral) {
  return place(
    x,
    y,
    scale,
    path('M-5 0L-3-96Q0-104 3-96L5 0Z', sweep(color.woodLight, color.wood)) +
      box(-7, 0, 14, 18, '#C9CFCB', 2) +
      path('M-8 17H8Q10 34 0 50Q-10 34-8 17Z', tone),
    turn,
  );
}

export function brushJar(x, y, scale) {
  return place(
    x,
    y,
    scale,
    brush(-14, -78, 0.8, 170, color.sun) +
      brush(4, -84, 0.85, 184, color.teal) +
      brush(18, -74, 0.75, 198, color.coral) +
      path('M-34-66H34L28 0Q0 6-28 0Z', sweep('#BFE0DF', '#EAF7F2', '#BFE0DF')) +
      path('M-31-40H31L28-4Q0 4-28-4Z', color.aqua, { opacity: 0.65 }) +
      oval(0, -66, 34, 6, '#DFF2EE', { opacity: 0.8 }),
  );
}

export function camera(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    path('M-40-84L-28-106H30L42-84Z', color.navy) +
      box(-104, -86, 208, 136, fade('#2B4A66', color.navy), 20) +
      box(-104, -52, 208, 64, '#C2603A') +
      line('M-104-52H104M-104 12H104', '#E58A5F', 3) +
      box(-88, -96, 34, 12, color.coral, 5) +
      box(58, -98, 28, 14, '#9FB3BC', 5) +
      circle(0, -18, 62, '#DDE5E2') +
      circle(0, -18, 54, color.navy) +
      circle(0, -18, 42, glow([color.aqua, 0], [color.lake, 0.6], [color.night, 1])) +
      circle(0, -18, 20, color.night, { opacity: 0.65 }) +
      oval(-15, -33, 13, 9, color.white, { opacity: 0.75 }) +
      circle(16, 0, 5, color.sunLight, { opacity: 0.8 }) +
      box(66, -74, 26, 14, color.sunLight, 4),
    turn,
  );
}

export function tripod(x, y, scale) {
  return place(
    x,
    y,
    scale,
    line('M0-20L-66 190M0-20L66 190M0-20V176', color.night, 10) +
      line('M-28 84H28', color.night, 5) +
      box(-26, -34, 52, 22, color.navy, 6),
  );
}

export function heron(x, y, scale) {
  return place(
    x,
    y,
    scale,
    line('M-6-60V10M14-62V-34L6-10V12M-6 10h14M6 12h14', '#D9964C', 4) +
      path(
        'M-76-44Q-40-104 10-104Q40-100 40-78Q30-52-10-52Q-44-54-76-44Z',
        fade('#C9DADD', '#7FA0AE'),
      ) +
      path('M-76-44Q-30-62 16-84Q20-66-14-56Q-50-54-76-44Z', '#4E7286') +
      path(
        'M24-96Q56-112 40-146Q30-170 44-186Q56-196 66-184Q58-178 56-168Q70-140 52-108Q46-92 30-84Z',
        '#F4F1E4',
      ) +
      path('M60-188L112-176L62-174Z', color.sun) +
      path('M62-188Q40-206 8-194Q36-192 48-180Z', color.navy) +
      circle(56, -182, 3, color.ink),
  );
}
