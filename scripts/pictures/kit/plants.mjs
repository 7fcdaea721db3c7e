/** Trees, grass, flowers, and what grows in the water. */
import { box, chance, circle, color, line, oval, path, place, times } from './sheet.mjs';

export function pine(x, y, height, tones = [color.leafDark, color.pine]) {
  const [lit, shade] = tones;
  const tier = (top, bottom, half) =>
    path(
      `M0 ${top}C${half * 0.3} ${(top + bottom) / 2} ${half * 0.7} ${bottom - 6} ${half} ${bottom}Q0 ${bottom + 10} ${-half} ${bottom}C${-half * 0.7} ${bottom - 6} ${-half * 0.3} ${(top + bottom) / 2} 0 ${top}Z`,
      lit,
    ) +
    path(
      `M0 ${top}C${-half * 0.3} ${(top + bottom) / 2} ${-half * 0.7} ${bottom - 6} ${-half} ${bottom}Q${-half * 0.4} ${bottom + 9} ${-half * 0.1} ${bottom + 5}Q${-half * 0.25} ${(top + bottom) / 2} 0 ${top}Z`,
      shade,
    );
  return place(
    x,
    y,
    height / 100,
    box(-3, -14, 6, 15, color.woodDark) +
      tier(-48, -10, 27) +
      tier(-74, -32, 21) +
      tier(-100, -58, 14),
  );
}

export function pines(from, to, y, count, height, seed, tones) {
  const next = chance(seed);
  const spots = Array.from({ length: count }, (_, index) => [
    from + ((to - from) * (index + next() * 0.8)) / count,
    next(),
    next(),
  ]);
  return spots
    .map(([x, tall, low]) =>
      pine(
        x.toFixed(1),
        (y + low * height * 0.14).toFixed(1),
        (height * (0.65 + tall * 0.5)).toFixed(1),
        tones,
      ),
    )
    .join('');
}

export function roundTree(x, y, height, tones = [color.leafLight, color.leaf, color.leafDark]) {
  const [light, mid, dark] = tones;
  return place(
    x,
    y,
    height / 100,
    path('M-4 0C-2-14-3-30-2-44H4C4-30 3-14 6 0Z', color.woodDark) +
      line('M1-30L14-44M0-24L-12-40', color.woodDark, 3) +
      path(
        'M-34-52a22 22 0 0 1 10-34a26 26 0 0 1 46-6a24 24 0 0 1 14 38a18 18 0 0 1-24 18q-10 6-20 0a20 20 0 0 1-26-16z',
        dark,
      ) +
      path(
        'M-24-60a20 20 0 0 1 10-26a24 24 0 0 1 38-6a20 20 0 0 1 10 34a16 16 0 0 1-24 8a18 18 0 0 1-34-10z',
        mid,
      ) +
      path('M-2-78a14 14 0 0 1 12-14a16 16 0 0 1 18 18a12 12 0 0 1-18 8a12 12 0 0 1-12-12z', light),
  );
}

export function tuft(x, y, scale, tone = color.leafDark) {
  return place(
    x,
    y,
    scale,
    path(
      'M-12-2Q-15-18-24-28Q-11-20-6-6Q-8-26-3-42Q4-24 3-6Q8-22 20-32Q12-15 11-2Q0 4-12-2Z',
      tone,
    ),
  );
}

export function tufts(from, to, y, count, seed, tones = [color.leafDark, color.leaf], size = 1) {
  const next = chance(seed);
  return times(count, () =>
    tuft(
      (from + next() * (to - from)).toFixed(0),
      (y + next() * 18 * size).toFixed(0),
      ((0.5 + next() * 0.6) * size).toFixed(2),
      tones[next() > 0.5 ? 1 : 0],
    ),
  );
}

export function flower(x, y, scale, tone = color.coral) {
  return place(
    x,
    y,
    scale,
    line('M0 0Q2-16 0-30', color.leafDark, 3) +
      times(
        5,
        (index) =>
          `<g transform="translate(0 -34) rotate(${index * 72})">${oval(0, -7, 5, 7.5, tone)}</g>`,
      ) +
      circle(0, -34, 4.5, color.sunLight),
  );
}

export function flowers(from, to, y, count, seed, size = 1) {
  const next = chance(seed);
  const tones = [color.coral, color.white, color.sun, '#F7B7A0'];
  return times(count, () =>
    flower(
      (from + next() * (to - from)).toFixed(0),
      (y + next() * 24 * size).toFixed(0),
      ((0.5 + next() * 0.5) * size).toFixed(2),
      tones[Math.floor(next() * 4)],
    ),
  );
}

/** A big leafy twig for the edge of the picture. */
export function twig(x, y, scale, turn, tones = [color.leafDark, color.leaf]) {
  return place(
    x,
    y,
    scale,
    line('M0 0Q60-30 150-36', color.pine, 5) +
      times(6, (index) => {
        const at = 18 + index * 24;
        const up = -8 - index * 5;
        return (
          `<g transform="translate(${at} ${up}) rotate(${-68 + index * 6})">${path('M0 0Q22-16 50 0Q22 16 0 0Z', tones[index % 2])}</g>` +
          `<g transform="translate(${at + 8} ${up}) rotate(${46 - index * 6})">${path('M0 0Q22-16 50 0Q22 16 0 0Z', tones[(index + 1) % 2])}</g>`
        );
      }) +
      `<g transform="translate(148 -36) rotate(-8)">${path('M0 0Q22-16 50 0Q22 16 0 0Z', tones[0])}</g>`,
    turn,
  );
}

/** Reeds with their brown heads, about 150 high. */
export function reeds(x, y, scale, turn = 0) {
  const stalk = (dx, height, bend) =>
    line(
      `M${dx} 0Q${dx + bend * 0.2} ${-height * 0.6} ${dx + bend} ${-height}`,
      color.leafDark,
      4,
    ) +
    `<g transform="translate(${dx + bend} ${-height}) rotate(${bend * 0.5})">${box(-5, -10, 10, 34, color.woodDark, 5)}</g>`;
  const leaf = (dx, height, bend, tone) =>
    path(
      `M${dx - 5} 0Q${dx + bend * 0.1} ${-height * 0.6} ${dx + bend} ${-height}Q${dx + bend * 0.4 + 6} ${-height * 0.5} ${dx + 6} 0Z`,
      tone,
    );
  return place(
    x,
    y,
    scale,
    leaf(-26, 120, -44, color.leafDark) +
      leaf(30, 130, 50, color.leafDark) +
      stalk(-14, 150, -16) +
      stalk(16, 128, 18) +
      stalk(2, 172, 4) +
      leaf(-8, 96, -30, color.leaf) +
      leaf(12, 104, 26, color.leaf) +
      leaf(2, 80, 6, '#3D8A52'),
    turn,
  );
}

/** Water lilies, one in flower. */
export function lilies(x, y, scale) {
  const pad = (px, py, rx, tone) =>
    path(
      `M${px} ${py}L${px + rx} ${py - rx * 0.12}A${rx} ${rx * 0.36} 0 1 0 ${px + rx * 0.8} ${py + rx * 0.22}Z`,
      tone,
    );
  return place(
    x,
    y,
    scale,
    pad(-70, 10, 40, color.leafDark) +
      pad(0, 0, 54, color.leaf) +
      pad(84, 16, 36, '#3D8A52') +
      pad(30, 34, 32, color.leafDark) +
      path(
        'M-4-8Q-34-14-36-32Q-18-30-10-20Q-18-42-2-56Q14-42 6-20Q14-30 32-32Q30-14-4-8Z',
        '#F7B7A0',
      ) +
      path('M-2-8Q-18-24-2-46Q14-24-2-8Z', '#FDE0D2') +
      circle(-2, -12, 5, color.sun),
  );
}
