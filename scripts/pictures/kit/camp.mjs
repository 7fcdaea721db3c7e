/** What stands in the camp: tents, bunting, fire, lanterns, signposts, stumps. */
import { box, circle, color, fade, glow, line, oval, path, place, sweep, times } from './sheet.mjs';

const flags = [color.coral, color.sun, color.teal, color.cream, color.leaf];

/** A ridge tent seen from the front corner, 200 wide and 130 high, standing on y 0. */
export function tent(x, y, scale, [lit, shade, inside] = [color.coral, '#CF5634', color.rust]) {
  return place(
    x,
    y,
    scale,
    oval(4, 2, 128, 9, color.pineDark, { opacity: 0.22 }) +
      line('M-26-128L-112-2M112-2L40-128', '#F6EEDF', 1.6, { opacity: 0.8 }) +
      path('M-26-128Q8-122 44-130L104 0H20Z', sweep(shade, lit)) +
      path('M-26-128Q8-122 44-130L48-121Q8-112-22-119Z', color.white, { opacity: 0.28 }) +
      path('M62-92L104 0H88L52-84Z', color.white, { opacity: 0.14 }) +
      path('M-26-130Q-44-66-92 0H30Q-2-62-26-130Z', fade(lit, shade)) +
      path('M-26-104Q-38-52-58 0H4Q-14-50-26-104Z', fade(inside, '#3A1C14')) +
      path('M-26-104Q-36-60-58 0H-74Q-44-50-26-104Z', color.cream) +
      path('M-26-104Q-18-58 4 0H20Q-10-50-26-104Z', color.sand) +
      path(
        'M-92 0l8-11 9 11 8-11 9 11zM104 0l-8-9-9 9-8-9-10 9-10-9-10 9-10-9-10 9z',
        color.cream,
        { opacity: 0.75 },
      ) +
      line('M-26-126V-150', color.woodDark, 3) +
      path('M-26-150l26 7-26 8z', color.sun),
  );
}

/** A round bell tent, 190 wide and 150 high. */
export function bellTent(x, y, scale, [lit, shade, trim] = ['#FFF6E2', '#E8D3A8', color.coral]) {
  return place(
    x,
    y,
    scale,
    oval(0, 2, 122, 9, color.pineDark, { opacity: 0.22 }) +
      line('M-78-58L-122 0M78-58L122 0', '#F6EEDF', 1.6, { opacity: 0.8 }) +
      path('M-84-52H84L92 0H-92Z', sweep(shade, lit, lit)) +
      path('M0-150Q-30-84-90-50H90Q30-84 0-150Z', sweep(shade, [shade, 0.34], [lit, 0.36], lit)) +
      path('M0-150Q10-84 26-50H56Q22-90 0-150Z', trim, { opacity: 0.85 }) +
      path('M0-150Q-12-84-30-50H-60Q-24-90 0-150Z', trim, { opacity: 0.7 }) +
      path(
        'M-90-50H90q-4 14-15 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-11 14-21 0z',
        trim,
      ) +
      path('M-4-100Q-12-40-26 0H26Q14-40-4-100Z', fade(color.rust, '#3A1C14')) +
      path('M-4-100Q-14-40-26 0H-42Q-16-48-4-100ZM-4-100Q14-40 26 0H42Q16-48-4-100Z', lit) +
      line('M0-148V-174', color.woodDark, 3) +
      path('M0-174l28 8-28 8z', color.sun),
  );
}

/** Flags on a slack line from one point to another. */
export function bunting(x1, y1, x2, y2, sag, count, size = 1, cord = color.woodDark) {
  const at = (t) => {
    const [midX, midY] = [(x1 + x2) / 2, (y1 + y2) / 2 + sag * 2];
    return [
      (1 - t) ** 2 * x1 + 2 * (1 - t) * t * midX + t * t * x2,
      (1 - t) ** 2 * y1 + 2 * (1 - t) * t * midY + t * t * y2,
    ];
  };
  return (
    times(count, (index) => {
      const [ax, ay] = at((index + 0.14) / count);
      const [bx, by] = at((index + 0.86) / count);
      const [tipX, tipY] = [(ax + bx) / 2 - ((by - ay) / 2) * 0.4, (ay + by) / 2 + 30 * size];
      const tone = flags[index % flags.length];
      return (
        path(
          `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}Z`,
          tone,
        ) +
        path(
          `M${((ax + bx) / 2).toFixed(1)} ${((ay + by) / 2).toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}Z`,
          color.ink,
          { opacity: 0.1 },
        )
      );
    }) +
    line(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, cord, 2.2 * size)
  );
}

export function campfire(x, y, scale) {
  return place(
    x,
    y,
    scale,
    circle(0, -30, 150, glow(['#FFC95C', 0, 0.65], ['#FF9A4B', 0.5, 0.2], ['#FF9A4B', 1, 0])) +
      path('M-36-6Q-46-52-14-76Q-12-58-4-54Q-10-92 16-118Q14-86 34-66Q48-36 32-6Z', color.coral) +
      path('M-24-6Q-30-38-10-54Q-6-42 0-40Q0-66 12-80Q12-58 24-44Q32-24 22-6Z', color.sun) +
      path('M-12-6Q-14-24-2-38Q2-30 6-30Q16-16 10-6Z', '#FFF0C2') +
      `<g transform="rotate(12)">${box(-54, -8, 108, 15, sweep(color.woodDark, color.wood), 7)}</g>` +
      `<g transform="rotate(-12)">${box(-54, -8, 108, 15, sweep(color.wood, color.woodDark), 7)}</g>` +
      circle(52, 11, 7, color.woodLight) +
      circle(-52, 11, 7, color.woodLight) +
      times(7, (index) =>
        oval(-66 + index * 22, 20 + (index % 2) * 3, 13, 9, index % 2 ? '#8C8F8A' : '#A7A79C'),
      ),
  );
}

/** Paper lanterns on a slack line. */
export function lanterns(x1, y1, x2, y2, sag, count, size = 1) {
  const cord = `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`;
  return (
    line(cord, color.woodDark, 2) +
    times(count, (index) => {
      const t = (index + 0.5) / count;
      const lx = (1 - t) ** 2 * x1 + 2 * (1 - t) * t * ((x1 + x2) / 2) + t * t * x2;
      const ly = (1 - t) ** 2 * y1 + 2 * (1 - t) * t * ((y1 + y2) / 2 + sag * 2) + t * t * y2;
      const tone = [color.sun, color.coral, '#FFE7A3'][index % 3];
      return place(
        lx.toFixed(1),
        ly.toFixed(1),
        size,
        circle(0, 24, 50, glow(['#FFE7A3', 0, 0.55], ['#FFE7A3', 1, 0])) +
          circle(0, 24, 18, tone) +
          path('M-8 8Q-14 24-8 40M8 8Q14 24 8 40M0 6V42', 'none', {
            stroke: color.white,
            'stroke-width': 1.4,
            opacity: 0.6,
          }) +
          box(-7, 3, 14, 5, color.woodDark, 2) +
          box(-7, 40, 14, 4, color.woodDark, 2),
      );
    })
  );
}

/** A post with arms; each is [width to the right (or negative: left), colour]. */
export function signpost(x, y, scale, arms) {
  return place(
    x,
    y,
    scale,
    oval(0, 0, 40, 6, color.pineDark, { opacity: 0.25 }) +
      box(-7, -190, 14, 190, sweep(color.woodLight, color.woodDark), 4) +
      arms
        .map(([width, tone], index) => {
          const top = -176 + index * 44;
          const way = Math.sign(width);
          return (
            path(
              `M${-way * 24} ${top}H${width - way * 18}L${width} ${top + 16}L${width - way * 18} ${top + 32}H${-way * 24}Z`,
              tone,
            ) +
            line(
              `M${-way * 8} ${top + 12}H${width * 0.6}M${-way * 8} ${top + 21}H${width * 0.4}`,
              color.white,
              3.4,
              { opacity: 0.75 },
            )
          );
        })
        .join(''),
  );
}

/** A tree stump to sit on or lean against. */
export function stump(x, y, scale) {
  return place(
    x,
    y,
    scale,
    oval(0, 0, 66, 9, color.pineDark, { opacity: 0.25 }) +
      path(
        'M-50-64H50Q48-20 62 0Q30 8 0 4T-62 0Q-48-20-50-64Z',
        sweep(color.woodLight, color.woodDark),
      ) +
      oval(0, -64, 50, 16, '#E9C48C') +
      oval(0, -64, 34, 10, 'none', { stroke: color.wood, 'stroke-width': 2 }) +
      oval(0, -64, 17, 5, 'none', { stroke: color.wood, 'stroke-width': 2 }) +
      line('M-22-40Q-26-20-32-6M16-44Q14-24 20-4', color.woodDark, 2.4),
  );
}
