/** The country around the camp: sky, sun, clouds, hills, trees, lake, grass. */
import { box, chance, circle, clip, color, dim, fade, glow, line, oval, path, place, times } from './sheet.mjs';

export const noonSky = ['#7CC7D6', '#BFE6E4', ['#FFF3D6', 0.95]];
export const morningSky = ['#9FD8DD', '#E4F2DF', '#FFE9BE'];
export const eveningSky = ['#F3A469', '#FBC98A', '#FFE7B4'];
export const duskSky = ['#2B4A6F', '#8A6A86', '#F0926A', '#FBC98A'];
export const nightSky = ['#0C1F33', '#17395A', '#2F6078', '#6FA39B'];

export const sky = (width, height, stops) => box(0, 0, width, height, fade(...stops));

export function sun(x, y, r, { core = ['#FFE7A3', '#F8BE47'], halo = '#FFE9B5' } = {}) {
  return (
    circle(x, y, r * 3.4, glow([halo, 0, 0.75], [halo, 0.45, 0.28], [halo, 1, 0])) +
    circle(x, y, r * 1.75, halo, { opacity: 0.28 }) +
    circle(x, y, r * 1.36, halo, { opacity: 0.38 }) +
    circle(x, y, r, fade(...core))
  );
}

export function moon(x, y, r) {
  return (
    circle(x, y, r * 3, glow(['#FFF3CF', 0, 0.5], ['#FFF3CF', 1, 0])) +
    circle(x, y, r, fade('#FFF8E1', '#FBE0A0')) +
    circle(x - r * 0.3, y - r * 0.2, r * 0.2, '#EFCF8C', { opacity: 0.6 }) +
    circle(x + r * 0.32, y + r * 0.3, r * 0.14, '#EFCF8C', { opacity: 0.6 }) +
    circle(x + r * 0.2, y - r * 0.42, r * 0.1, '#EFCF8C', { opacity: 0.6 })
  );
}

export function cloud(x, y, scale, tone = color.white, opacity = 0.92) {
  const puffs =
    'M-92 20a26 26 0 0 1 8-50a46 46 0 0 1 84-22a38 38 0 0 1 66 12a32 32 0 0 1 26 60z';
  return place(x, y, scale, dim(opacity, path(puffs, tone) + path('M-92 20a26 26 0 0 1-20-22c24 14 60 10 92 2s84-10 122-14a32 32 0 0 1-10 34z', '#F4D9B4', { opacity: 0.35 })));
}

export function stars(width, height, count, seed) {
  const next = chance(seed);
  return times(count, () => {
    const [x, y, size] = [next() * width, next() ** 1.3 * height, 0.8 + next() ** 3 * 3];
    return circle(x.toFixed(1), y.toFixed(1), size.toFixed(1), next() > 0.8 ? color.sunLight : color.white, { opacity: (0.5 + next() * 0.5).toFixed(2) });
  });
}

/** A smooth line through random heights, closed at `floor`. */
export function ridge(width, y, rise, seed, floor, steps = 6) {
  const next = chance(seed);
  const gap = width / steps;
  const tops = Array.from({ length: steps + 3 }, (_, index) => [(index - 1) * gap, y - next() * rise]);
  const curve = tops
    .slice(1)
    .map(([x, top], index) => {
      const [fromX, fromTop] = tops[index];
      const half = ((x - fromX) / 2).toFixed(1);
      return `C${(fromX + +half).toFixed(1)} ${fromTop.toFixed(1)} ${(x - half).toFixed(1)} ${top.toFixed(1)} ${x.toFixed(1)} ${top.toFixed(1)}`;
    })
    .join('');
  return `M${-gap} ${floor}V${tops[0][1].toFixed(1)}${curve}V${floor}Z`;
}

export const hill = (width, y, rise, seed, floor, tones, steps) =>
  path(ridge(width, y, rise, seed, floor, steps), fade(...tones));

/** Snow-capped mountains: sharp ridges with a lit and a shaded side. */
export function mountain(x, y, width, height, tones = ['#8FB9C4', '#6E9FB0'], cap = '#F7FBF6') {
  const [lit, shade] = tones;
  const peak = -height;
  return place(
    x,
    y,
    1,
    path(`M${-width / 2} 0L${-width * 0.16} ${peak * 0.72}L0 ${peak}L${width * 0.22} ${peak * 0.6}L${width / 2} 0Z`, lit) +
      path(`M0 ${peak}L${-width * 0.16} ${peak * 0.72}L${-width / 2} 0L${-width * 0.08} 0L${width * 0.03} ${peak * 0.45}L${-width * 0.05} ${peak * 0.66}Z`, shade) +
      path(`M0 ${peak}L${-width * 0.1} ${peak * 0.82}L${-width * 0.05} ${peak * 0.76}L${-width * 0.01} ${peak * 0.82}L${width * 0.05} ${peak * 0.74}L${width * 0.1} ${peak * 0.81}Z`, cap),
  );
}

export function pine(x, y, height, tones = [color.leafDark, color.pine]) {
  const [lit, shade] = tones;
  const tier = (top, bottom, half) =>
    path(`M0 ${top}C${half * 0.3} ${(top + bottom) / 2} ${half * 0.7} ${bottom - 6} ${half} ${bottom}Q0 ${bottom + 10} ${-half} ${bottom}C${-half * 0.7} ${bottom - 6} ${-half * 0.3} ${(top + bottom) / 2} 0 ${top}Z`, lit) +
    path(`M0 ${top}C${-half * 0.3} ${(top + bottom) / 2} ${-half * 0.7} ${bottom - 6} ${-half} ${bottom}Q${-half * 0.4} ${bottom + 9} ${-half * 0.1} ${bottom + 5}Q${-half * 0.25} ${(top + bottom) / 2} 0 ${top}Z`, shade);
  return place(x, y, height / 100, box(-3, -14, 6, 15, color.woodDark) + tier(-48, -10, 27) + tier(-74, -32, 21) + tier(-100, -58, 14));
}

export function pines(from, to, y, count, height, seed, tones) {
  const next = chance(seed);
  const spots = Array.from({ length: count }, (_, index) => [from + ((to - from) * (index + next() * 0.8)) / count, next(), next()]);
  return spots.map(([x, tall, low]) => pine(x.toFixed(1), (y + low * height * 0.14).toFixed(1), (height * (0.65 + tall * 0.5)).toFixed(1), tones)).join('');
}

export function roundTree(x, y, height, tones = [color.leafLight, color.leaf, color.leafDark]) {
  const [light, mid, dark] = tones;
  return place(
    x,
    y,
    height / 100,
    path('M-4 0C-2-14-3-30-2-44H4C4-30 3-14 6 0Z', color.woodDark) +
      line('M1-30L14-44M0-24L-12-40', color.woodDark, 3) +
      path('M-34-52a22 22 0 0 1 10-34a26 26 0 0 1 46-6a24 24 0 0 1 14 38a18 18 0 0 1-24 18q-10 6-20 0a20 20 0 0 1-26-16z', dark) +
      path('M-24-60a20 20 0 0 1 10-26a24 24 0 0 1 38-6a20 20 0 0 1 10 34a16 16 0 0 1-24 8a18 18 0 0 1-34-10z', mid) +
      path('M-2-78a14 14 0 0 1 12-14a16 16 0 0 1 18 18a12 12 0 0 1-18 8a12 12 0 0 1-12-12z', light),
  );
}

/** Water from `y` down, with ripples; `shine` is the x under the sun. */
export function lake(width, y, height, { tones = ['#8ED0CB', color.teal, color.lake], seed = 5, shine, glint = '#FFF0C2', ripples = 34 } = {}) {
  const next = chance(seed);
  const waves = times(ripples, () => {
    const depth = next();
    const [x, top, length] = [next() * width, y + 8 + depth ** 1.2 * (height - 14), 24 + depth * 110];
    return path(`M${x.toFixed(0)} ${top.toFixed(0)}q${(length / 2).toFixed(0)} ${(-2 - depth * 4).toFixed(1)} ${length.toFixed(0)} 0q${(-length / 2).toFixed(0)} ${(2 + depth * 3).toFixed(1)} ${-length.toFixed(0)} 0z`, next() > 0.35 ? color.foam : color.lakeDeep, { opacity: (0.16 + next() * 0.22).toFixed(2) });
  });
  const path2 = shine === undefined ? '' : times(16, (index) => {
    const depth = index / 16;
    const half = 16 + depth * 74 * (0.55 + next() * 0.6);
    return box((shine - half + (next() - 0.5) * 26 * (0.3 + depth)).toFixed(1), (y + 5 + depth ** 1.15 * height * 0.86).toFixed(1), (half * 2).toFixed(1), (2.4 + depth * 5).toFixed(1), glint, 4, { opacity: (0.85 - depth * 0.5).toFixed(2) });
  });
  return box(0, y, width, height, fade(...tones)) + waves + path2;
}

/** `body` upside down below the water line `y`. */
export const reflect = (width, y, height, body, opacity = 0.28, squash = 0.6) =>
  clip(box(0, y, width, height), `<g opacity="${opacity}" transform="translate(0 ${y * (1 + squash)}) scale(1 ${-squash})">${body}</g>`);

export function tuft(x, y, scale, tone = color.leafDark) {
  return place(x, y, scale, path('M-14 0Q-16-18-24-28Q-10-20-6-4Q-8-26-4-42Q4-24 2-4Q8-22 20-32Q12-14 12 0Z', tone));
}

export function tufts(from, to, y, count, seed, tones = [color.leafDark, color.leaf], size = 1) {
  const next = chance(seed);
  return times(count, () => tuft((from + next() * (to - from)).toFixed(0), (y + next() * 18 * size).toFixed(0), ((0.5 + next() * 0.6) * size).toFixed(2), tones[next() > 0.5 ? 1 : 0]));
}

export function flower(x, y, scale, tone = color.coral) {
  return place(
    x,
    y,
    scale,
    line('M0 0Q2-16 0-30', color.leafDark, 3) +
      times(5, (index) => `<g transform="translate(0 -34) rotate(${index * 72})">${oval(0, -7, 5, 7.5, tone)}</g>`) +
      circle(0, -34, 4.5, color.sunLight),
  );
}

export function flowers(from, to, y, count, seed, size = 1) {
  const next = chance(seed);
  const tones = [color.coral, color.white, color.sun, '#F7B7A0'];
  return times(count, () => flower((from + next() * (to - from)).toFixed(0), (y + next() * 24 * size).toFixed(0), ((0.5 + next() * 0.5) * size).toFixed(2), tones[Math.floor(next() * 4)]));
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

export function birds(x, y, scale, tone = color.navy) {
  return place(x, y, scale, line('M0 0q10-12 20 0q10-12 20 0M54 18q8-10 16 0q8-10 16 0M-26 24q7-9 14 0q7-9 14 0', tone, 3));
}
