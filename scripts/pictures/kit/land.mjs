/** The country around the camp: sky, sun, clouds, hills and the lake. */
import {
  box,
  chance,
  circle,
  clip,
  color,
  dim,
  fade,
  glow,
  line,
  path,
  place,
  times,
} from './sheet.mjs';

export const noonSky = ['#7CC7D6', '#BFE6E4', ['#FFF3D6', 0.95]];

export const eveningSky = ['#F3A469', '#FBC98A', '#FFE7B4'];

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
  const puffs = 'M-92 20a26 26 0 0 1 8-50a46 46 0 0 1 84-22a38 38 0 0 1 66 12a32 32 0 0 1 26 60z';
  return place(
    x,
    y,
    scale,
    dim(
      opacity,
      path(puffs, tone) +
        path(
          'M-92 20a26 26 0 0 1-20-22c24 14 60 10 92 2s84-10 122-14a32 32 0 0 1-10 34z',
          '#F4D9B4',
          { opacity: 0.35 },
        ),
    ),
  );
}

export function stars(width, height, count, seed) {
  const next = chance(seed);
  return times(count, () => {
    const [x, y, size] = [next() * width, next() ** 1.3 * height, 0.8 + next() ** 3 * 3];
    return circle(
      x.toFixed(1),
      y.toFixed(1),
      size.toFixed(1),
      next() > 0.8 ? color.sunLight : color.white,
      { opacity: (0.5 + next() * 0.5).toFixed(2) },
    );
  });
}

/** A smooth line through random heights, closed at `floor`. */
export function ridge(width, y, rise, seed, floor, steps = 6) {
  const next = chance(seed);
  const gap = width / steps;
  const tops = Array.from({ length: steps + 3 }, (_, index) => [
    (index - 1) * gap,
    y - next() * rise,
  ]);
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
    path(
      `M${-width / 2} 0L${-width * 0.16} ${peak * 0.72}L0 ${peak}L${width * 0.22} ${peak * 0.6}L${width / 2} 0Z`,
      lit,
    ) +
      path(
        `M0 ${peak}L${-width * 0.16} ${peak * 0.72}L${-width / 2} 0L${-width * 0.08} 0L${width * 0.03} ${peak * 0.45}L${-width * 0.05} ${peak * 0.66}Z`,
        shade,
      ) +
      path(
        `M0 ${peak}L${-width * 0.1} ${peak * 0.82}L${-width * 0.05} ${peak * 0.76}L${-width * 0.01} ${peak * 0.82}L${width * 0.05} ${peak * 0.74}L${width * 0.1} ${peak * 0.81}Z`,
        cap,
      ),
  );
}

/** Water from `y` down, with ripples; `shine` is the x under the sun. */
export function lake(
  width,
  y,
  height,
  {
    tones = ['#8ED0CB', color.teal, color.lake],
    seed = 5,
    shine,
    glint = '#FFF0C2',
    ripples = 34,
  } = {},
) {
  const next = chance(seed);
  const waves = times(ripples, () => {
    const depth = next();
    const [x, top, length] = [
      next() * width,
      y + 8 + depth ** 1.2 * (height - 14),
      24 + depth * 110,
    ];
    return path(
      `M${x.toFixed(0)} ${top.toFixed(0)}q${(length / 2).toFixed(0)} ${(-2 - depth * 4).toFixed(1)} ${length.toFixed(0)} 0q${(-length / 2).toFixed(0)} ${(2 + depth * 3).toFixed(1)} ${-length.toFixed(0)} 0z`,
      next() > 0.35 ? color.foam : color.lakeDeep,
      { opacity: (0.16 + next() * 0.22).toFixed(2) },
    );
  });
  const glitter =
    shine === undefined
      ? ''
      : times(20, (index) => {
          const depth = (index + 0.5) / 20;
          const half = (0.03 + depth * 0.075) * width * (0.5 + next() * 0.6);
          const drift = (next() - 0.5) * width * 0.03 * (0.3 + depth);
          const thick = 2.4 + depth * 7;
          const top = y + 4 + depth ** 1.2 * height * 0.9;
          return path(
            `M${(shine - half + drift).toFixed(1)} ${top.toFixed(1)}q${half.toFixed(1)} ${-thick.toFixed(1)} ${(half * 2).toFixed(1)} 0q${-half.toFixed(1)} ${thick.toFixed(1)} ${(-half * 2).toFixed(1)} 0z`,
            glint,
            { opacity: (0.95 - depth * 0.55).toFixed(2) },
          );
        });
  return box(0, y, width, height, fade(...tones)) + waves + glitter;
}

/** `body` upside down below the water line `y`. */
export const reflect = (width, y, height, body, opacity = 0.28, squash = 0.6) =>
  clip(
    box(0, y, width, height),
    `<g opacity="${opacity}" transform="translate(0 ${y * (1 + squash)}) scale(1 ${-squash})">${body}</g>`,
  );

export function birds(x, y, scale, tone = color.navy) {
  return place(
    x,
    y,
    scale,
    line('M0 0q10-12 20 0q10-12 20 0M54 18q8-10 16 0q8-10 16 0M-26 24q7-9 14 0q7-9 14 0', tone, 3),
  );
}
