/** What is heard and played: instruments, notes, masks, curtains, speech. */
import { words } from './lettering.mjs';
import { box, circle, color, fade, line, oval, path, place, sweep, times } from './sheet.mjs';

export function drum(x, y, scale, tones = [color.teal, color.lakeDeep]) {
  return place(
    x,
    y,
    scale,
    oval(0, 4, 88, 16, color.ink, { opacity: 0.2 }) +
      path('M-80-90V-14Q0 24 80-14V-90Z', sweep(tones[1], [tones[0], 0.4], tones[0], tones[1])) +
      line('M-78-78L-52 2L-26-66L0 8L26-66L52 2L78-78', color.cream, 4) +
      path('M-82-26Q0 12 82-26V-10Q0 28-82-10Z', color.sun) +
      path('M-82-96Q0-58 82-96V-80Q0-42-82-80Z', color.sun) +
      oval(0, -94, 82, 24, '#FFF6E2') +
      oval(0, -94, 82, 24, 'none', { stroke: '#E2C48A', 'stroke-width': 4 }),
  );
}

export const drumsticks = (x, y, scale) =>
  place(
    x,
    y,
    scale,
    line('M-50-52L34 8M56-56L-22 10', color.woodLight, 7) +
      circle(38, 10, 8, color.wood) +
      circle(-26, 12, 8, color.wood),
  );

export function keyboard(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    box(-170, -40, 340, 84, color.navy, 12) +
      box(-158, -6, 316, 42, '#FFFBF0', 4) +
      times(15, (index) => line(`M${-137 + index * 21} -6V36`, '#C9BFA8', 1.6)) +
      [0, 1, 3, 4, 5, 7, 8, 10, 11, 12]
        .map((key) => box(-143 + key * 21, -6, 12, 25, color.ink, 2))
        .join('') +
      circle(-140, -24, 6, color.coral) +
      circle(-120, -24, 6, color.sun) +
      circle(-100, -24, 6, color.aqua) +
      box(60, -32, 90, 16, color.teal, 4),
    turn,
  );
}

export function ukulele(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    box(-6, -150, 12, 92, color.woodDark, 3) +
      path('M-11-176H11L8-146H-8Z', color.woodDark) +
      path(
        'M0-76C22-78 30-62 24-48C20-38 26-34 34-26C50-8 36 30 0 30S-50-8-34-26C-26-34-20-38-24-48C-30-62-22-78 0-76Z',
        sweep('#17707C', '#35A3A8'),
      ) +
      circle(0, -24, 13, color.lakeDeep) +
      circle(0, -24, 13, 'none', { stroke: color.cream, 'stroke-width': 2 }) +
      box(-14, 4, 28, 6, color.lakeDeep, 2) +
      line('M-3-146V6M3-146V6', color.cream, 1),
    turn,
  );
}

export function note(x, y, scale, tone = color.coral, turn = 0, pair = false) {
  return place(
    x,
    y,
    scale,
    pair
      ? path('M-20 10V-44L28-54V0', 'none', {
          stroke: tone,
          'stroke-width': 6,
          'stroke-linejoin': 'round',
        }) +
          path('M-22-46L30-57V-42L-22-31Z', tone) +
          oval(-30, 12, 13, 10, tone) +
          oval(18, 3, 13, 10, tone)
      : line('M10 6V-48', tone, 6) +
          path('M8-50Q30-42 34-18Q24-30 8-30Z', tone) +
          oval(0, 8, 14, 11, tone),
    turn,
  );
}

export function mask(x, y, scale, turn, glad, tones = [color.sunLight, color.sun]) {
  const eyes = glad
    ? 'M-34-16Q-22-32-10-16Q-22-20-34-16ZM34-16Q22-32 10-16Q22-20 34-16Z'
    : 'M-34-20Q-22-6-10-16Q-20-24-34-20ZM34-20Q22-6 10-16Q20-24 34-20Z';
  const mouth = glad ? 'M-32 10Q0 24 32 10Q26 50 0 50T-32 10Z' : 'M-26 46Q0 12 26 46Q0 32-26 46Z';
  return place(
    x,
    y,
    scale,
    path('M-60-52Q0-30 60-52Q72 30 0 84Q-72 30-60-52Z', sweep(tones[0], tones[1])) +
      path('M0-42Q40-44 60-52Q72 30 0 84Z', tones[1], { opacity: 0.5 }) +
      path(eyes, color.night) +
      path(mouth, color.night) +
      (glad
        ? path('M-18 36Q0 30 18 36Q12 48 0 48T-18 36Z', color.coral)
        : path('M-26 0q-8 14 0 18q8-4 0-18z', color.aqua)) +
      line(
        glad ? 'M-40-34Q-24-44-10-34M40-34Q24-44 10-34' : 'M-40-28Q-24-34-12-42M40-28Q24-34 12-42',
        color.woodDark,
        4,
      ) +
      circle(-36, 8, 8, color.coral, { opacity: 0.45 }) +
      circle(36, 8, 8, color.coral, { opacity: 0.45 }),
    turn,
  );
}

/** A red curtain drawn to both sides of a picture. */
export function curtains(width, height, open = 0.2) {
  const side = (flip) => {
    const reach = width * open;
    const folds = times(5, (index) =>
      path(
        `M${index * reach * 0.22} 0H${(index + 0.5) * reach * 0.22}Q${(index + 0.4) * reach * 0.16} ${height * 0.6} ${(index + 0.5) * reach * 0.15} ${height}H${index * reach * 0.15}Q${index * reach * 0.16} ${height * 0.6} ${index * reach * 0.22} 0Z`,
        '#8F2F1D',
        { opacity: 0.45 },
      ),
    );
    const drape = path(
      `M0 0H${reach * 1.15}Q${reach} ${height * 0.5} ${reach * 0.45} ${height * 0.66}Q${reach * 0.8} ${height * 0.8} ${reach * 0.75} ${height}H0Z`,
      sweep('#A93A22', '#E0613C'),
    );
    const body =
      drape +
      folds +
      path(
        `M${reach * 0.4} ${height * 0.63}Q${reach * 0.2} ${height * 0.66} 0 ${height * 0.62}V${height * 0.66}Q${reach * 0.2} ${height * 0.7} ${reach * 0.47} ${height * 0.67}Z`,
        color.sun,
      );
    return flip ? `<g transform="translate(${width} 0) scale(-1 1)">${body}</g>` : body;
  };
  const swag = width / 6;
  return (
    side(false) +
    side(true) +
    box(0, 0, width, height * 0.05, '#8F2F1D') +
    times(
      6,
      (index) =>
        path(
          `M${index * swag} 0H${(index + 1) * swag}Q${(index + 0.5) * swag} ${height * 0.3} ${index * swag} 0Z`,
          fade('#C94A2C', '#A93A22'),
        ) +
        path(
          `M${index * swag} ${height * 0.02}Q${(index + 0.5) * swag} ${height * 0.3} ${(index + 1) * swag} ${height * 0.02}`,
          'none',
          { stroke: color.sun, 'stroke-width': 4 },
        ),
    )
  );
}

export function spotlight(x1, y1, x2, y2, half) {
  return (
    path(
      `M${x1 - 6} ${y1}H${x1 + 6}L${x2 + half} ${y2}H${x2 - half}Z`,
      fade(['#FFF3CF', 0, 0.6], ['#FFF3CF', 1, 0.05]),
    ) + oval(x2, y2, half, half * 0.16, '#FFF3CF', { opacity: 0.35 })
  );
}

/** A speech bubble with a word, its tail down left (or right for a negative `tail`). */
export function bubble(x, y, width, height, fill, text, size, ink = color.white, tail = 1) {
  const foot = tail * width * 0.22;
  return (
    path(
      `M${x - foot} ${y + height / 2 - 4}L${x - foot * 1.5} ${y + height / 2 + height * 0.34}L${x - foot * 0.2} ${y + height / 2 - 4}Z`,
      fill,
    ) +
    box(x - width / 2, y - height / 2, width, height, fill, Math.min(height * 0.38, 44)) +
    words(text, x, y + size * 0.34, size, ink, { anchor: 'middle' })
  );
}
