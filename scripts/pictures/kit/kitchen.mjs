/** What the young chefs have on the table. */
import { box, circle, color, fade, line, oval, path, place, sweep } from './sheet.mjs';

export function pot(x, y, scale, tone = [color.coral, '#B9472A']) {
  return place(
    x,
    y,
    scale,
    oval(0, 2, 104, 9, color.ink, { opacity: 0.2 }) +
      path('M-90-66h-22q-12 0-12 12t12 12h22M90-66h22q12 0 12 12t-12 12h-22', 'none', {
        stroke: tone[1],
        'stroke-width': 11,
      }) +
      path(
        'M-94-92H94Q92-14 70-2Q0 10-70-2Q-92-14-94-92Z',
        sweep(tone[1], [tone[0], 0.35], tone[0], tone[1]),
      ) +
      oval(0, -92, 96, 20, '#FFE3AE') +
      oval(0, -90, 86, 15, '#E8853B') +
      oval(-34, -92, 14, 5, color.leaf) +
      oval(24, -86, 16, 5, color.sunLight) +
      oval(48, -94, 10, 4, color.leafLight) +
      path('M-80-70Q-78-24-62-12', 'none', {
        stroke: color.white,
        'stroke-width': 7,
        opacity: 0.4,
        'stroke-linecap': 'round',
      }),
  );
}

export const steam = (x, y, scale) =>
  place(
    x,
    y,
    scale,
    line('M-34 0q-16-22 0-44t0-44M0-8q-16-22 0-44t0-50M34 0q-16-22 0-44t0-44', color.white, 9, {
      opacity: 0.55,
    }),
  );

export function chefHat(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    path(
      'M-48-40Q-84-56-70-92Q-50-118-24-102Q0-132 28-102Q60-116 72-88Q82-54 48-40V0H-48Z',
      fade('#FFFFFF', '#EFE3CB'),
    ) +
      box(-50, -24, 100, 28, '#FFFDF7', 6) +
      line('M-24-34Q-30-56-26-70M2-34V-76M26-34Q32-56 28-70', '#DCCDAE', 3.5) +
      box(-50, -24, 100, 7, color.coral, 3),
    turn,
  );
}

export function tomato(x, y, r) {
  return place(
    x,
    y,
    r / 30,
    circle(0, 0, 30, fade('#F58A5F', '#D9472A')) +
      oval(-10, -10, 9, 6, color.white, { opacity: 0.5 }) +
      path('M0-24L-20-32L-6-22L-14-10L0-18L14-10L6-22L20-32Z', color.leafDark),
  );
}

export function carrot(x, y, scale, turn) {
  return place(
    x,
    y,
    scale,
    path('M-14 0Q0-12 14 0Q8 60 0 90Q-8 60-14 0Z', sweep('#E8853B', '#F6A94F')) +
      line('M-8 16h9M0 34h7M-5 52h6', '#C9662A', 2.5) +
      path('M0-2Q-22-20-18-44Q-4-30 0-10Q0-34 8-50Q16-30 6-6Q18-24 30-28Q24-8 4 0Z', color.leaf),
    turn,
  );
}

export function pizza(x, y, scale) {
  const slices = [
    [-34, -10],
    [22, -22],
    [4, 14],
    [-12, -34],
    [46, 6],
    [-50, 12],
  ];
  return place(
    x,
    y,
    scale,
    oval(0, 10, 108, 46, color.ink, { opacity: 0.16 }) +
      oval(0, 0, 104, 46, '#D9964C') +
      oval(0, -4, 100, 43, '#EDB565') +
      oval(0, -4, 86, 35, '#E8643B') +
      oval(-18, -8, 60, 24, '#FFE09A', { opacity: 0.85 }) +
      oval(32, 4, 38, 15, '#FFE09A', { opacity: 0.85 }) +
      slices
        .map(
          ([sx, sy]) =>
            oval(sx, sy * 0.8, 13, 6.5, color.coral) + oval(sx - 2, sy * 0.8 - 2, 7, 3, '#F9A27E'),
        )
        .join('') +
      path(
        'M-4-12q14-14 26 0q-14 8-26 0zM-40 8q12-12 22 0q-12 8-22 0zM40-12q10-12 20 0q-10 8-20 0z',
        color.leafDark,
      ),
  );
}
