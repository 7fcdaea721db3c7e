/** What stands and floats in the camp: tents, boats, bunting, kites, fire, lanterns, signposts. */
import { box, circle, clip, color, fade, glow, line, oval, path, place, sweep, times } from './sheet.mjs';

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
      path('M-92 0l8-11 9 11 8-11 9 11zM104 0l-8-9-9 9-8-9-10 9-10-9-10 9-10-9-10 9z', color.cream, { opacity: 0.75 }) +
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
      path('M-90-50H90q-4 14-15 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-9 14-18 0q-11 14-21 0z', trim) +
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
    return [(1 - t) ** 2 * x1 + 2 * (1 - t) * t * midX + t * t * x2, (1 - t) ** 2 * y1 + 2 * (1 - t) * t * midY + t * t * y2];
  };
  return (
    times(count, (index) => {
      const [ax, ay] = at((index + 0.14) / count);
      const [bx, by] = at((index + 0.86) / count);
      const [tipX, tipY] = [(ax + bx) / 2 - ((by - ay) / 2) * 0.4, (ay + by) / 2 + 30 * size];
      const tone = flags[index % flags.length];
      return path(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}Z`, tone) +
        path(`M${((ax + bx) / 2).toFixed(1)} ${((ay + by) / 2).toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}L${tipX.toFixed(1)} ${tipY.toFixed(1)}Z`, color.ink, { opacity: 0.1 });
    }) + line(`M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}`, cord, 2.2 * size)
  );
}

/** A canoe on the water, 300 long. */
export function canoe(x, y, scale, [hull, dark] = [color.coral, '#B9472A']) {
  return place(
    x,
    y,
    scale,
    path('M-140 6Q0 54 140 6Q80 44 0 46Q-80 44-140 6Z', color.lakeDeep, { opacity: 0.4 }) +
      path('M-150-34Q-132-14-96-12H96Q132-14 150-34Q152 8 110 24Q0 40-110 24Q-152 8-150-34Z', fade(hull, dark)) +
      path('M-128-12Q0-2 128-12Q90-20 0-20Q-90-20-128-12Z', '#5B2A18') +
      path('M-56-16h26v12h-26zM34-16h26v12h-26z', color.woodLight) +
      line('M-150-34Q-132-12-96-10H96Q132-12 150-34', color.cream, 5) +
      path('M-120 12Q0 30 120 12L114 18Q0 36-114 18Z', color.cream, { opacity: 0.85 }) +
      line('M-86-44L76 10', color.woodDark, 6) +
      path('M66-2q18-4 34 12q-10 12-30 2q-8-4-4-14z', color.sun) +
      path('M-170 24q60 18 170 18t170-18q-50 30-170 30t-170-30z', color.foam, { opacity: 0.35 }),
  );
}

/** A dinghy, 150 wide, 210 high; `sails` are the big and the small one. */
export function sailboat(x, y, scale, sails = [color.cream, color.coral], hull = [color.white, color.coral]) {
  return place(
    x,
    y,
    scale,
    path('M-60 26Q0 40 62 26L30 150Q10 80-60 26Z', sails[0], { opacity: 0.16 }) +
      line('M4-208V0', color.woodDark, 5) +
      path('M10-202Q70-110 82-22Q44-30 10-20Z', fade(sails[0], '#F3DFB9')) +
      path('M10-202Q70-110 82-22L66-25Q52-110 10-202Z', color.white, { opacity: 0.55 }) +
      line('M14-92Q40-98 62-90M13-140Q30-146 46-138', color.wheat, 2) +
      path('M-2-190Q-30-96-70-20Q-30-30-2-22Z', fade(sails[1], '#D9572F')) +
      line('M2-16H84', color.woodDark, 4) +
      path('M4-208l-30-8 30-10z', color.sun) +
      path('M-84-8H88Q80 24 54 28H-50Q-74 20-84-8Z', fade(hull[0], '#E6DFCF')) +
      path('M-80 4H86L83 11H-77Z', hull[1]) +
      path('M-104 28q40 10 100 10t106-10q-30 20-104 20t-102-20z', color.foam, { opacity: 0.45 }),
  );
}

/** A diamond kite with its tail, the cord running off to (cordX, cordY) from the kite. */
export function kite(x, y, scale, turn, tones = [color.coral, color.sun, color.teal, color.cream], cord = '') {
  const [a, b, c, d] = tones;
  return (
    cord +
    place(
      x,
      y,
      scale,
      line('M0 74q-22 26 0 50t0 52q-16 20-4 40', color.cream, 2.5) +
        path('M-2 118l-18-9v18zM-2 118l18-9v18zM2 168l-16-8v16zM2 168l16-8v16z', a) +
        path('M0-64L-46 0H0Z', a) +
        path('M0-64L46 0H0Z', b) +
        path('M-46 0L0 74V0Z', d) +
        path('M46 0L0 74V0Z', c) +
        line('M0-64V74M-46 0H46', color.woodDark, 2, { opacity: 0.55 }),
      turn,
    )
  );
}

/** A jetty running out from the right or left shore, deck on y 0. */
export function jetty(x, y, length, scale = 1) {
  const posts = Math.floor(length / 70);
  return place(
    x,
    y,
    scale,
    times(posts, (index) => box(24 + index * 70, -16, 11, 66, sweep(color.woodLight, color.woodDark), 3) + box(24 + index * 70, 46, 11, 40, color.lakeDeep, 3, { opacity: 0.35 })) +
      box(0, 0, length, 13, fade(color.woodLight, color.wood), 2) +
      box(0, 13, length, 6, color.woodDark) +
      times(Math.floor(length / 22), (index) => box(18 + index * 22, 0, 1.6, 13, color.woodDark, 0, { opacity: 0.5 })) +
      box(4, 24, length - 8, 10, color.lakeDeep, 5, { opacity: 0.3 }),
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
      times(7, (index) => oval(-66 + index * 22, 20 + (index % 2) * 3, 13, 9, index % 2 ? '#8C8F8A' : '#A7A79C')),
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
          path('M-8 8Q-14 24-8 40M8 8Q14 24 8 40M0 6V42', 'none', { stroke: color.white, 'stroke-width': 1.4, opacity: 0.6 }) +
          box(-7, 3, 14, 5, color.woodDark, 2) +
          box(-7, 40, 14, 4, color.woodDark, 2),
      );
    })
  );
}

/** A duck swimming to the right. */
export function duck(x, y, scale, body = color.cream) {
  return place(
    x,
    y,
    scale,
    path('M-50 12Q0 26 52 12Q20 30 0 30T-50 12Z', color.foam, { opacity: 0.5 }) +
      path('M-50-14Q-40 2-22-8Q-4-16 12-14Q14-34 8-40Q6-62 28-64Q48-62 46-42Q44-32 38-26Q48-8 34 6Q22 16-14 15Q-44 12-50-14Z', fade(body, '#EBD3A0')) +
      path('M-30-4Q-10-16 14-4Q8 10-14 8Q-26 6-30-4Z', '#E2BE7C', { opacity: 0.7 }) +
      path('M44-48Q58-50 64-42Q56-36 44-38Z', color.coral) +
      circle(33, -48, 3.4, color.ink),
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
          return path(`M${-way * 24} ${top}H${width - way * 18}L${width} ${top + 16}L${width - way * 18} ${top + 32}H${-way * 24}Z`, tone) +
            line(`M${-way * 8} ${top + 12}H${width * 0.6}M${-way * 8} ${top + 21}H${width * 0.4}`, color.white, 3.4, { opacity: 0.75 });
        })
        .join(''),
  );
}

/** Clips a drawing to a soft-cornered window. */
export const vignette = (x, y, width, height, radius, body) => clip(box(x, y, width, height, '#000', radius), body);
