/** What swims and flies: boats and their jetty, ducks, kites, balloons. */
import { box, circle, clip, color, fade, line, path, place, sweep, times } from './sheet.mjs';

/** A canoe on the water, 300 long. */
export function canoe(x, y, scale, [hull, dark] = [color.coral, '#B9472A']) {
  return place(
    x,
    y,
    scale,
    path('M-140 6Q0 54 140 6Q80 44 0 46Q-80 44-140 6Z', color.lakeDeep, { opacity: 0.4 }) +
      path(
        'M-150-34Q-132-14-96-12H96Q132-14 150-34Q152 8 110 24Q0 40-110 24Q-152 8-150-34Z',
        fade(hull, dark),
      ) +
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
export function sailboat(
  x,
  y,
  scale,
  sails = [color.cream, color.coral],
  hull = [color.white, color.coral],
) {
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
export function kite(
  x,
  y,
  scale,
  turn,
  tones = [color.coral, color.sun, color.teal, color.cream],
  cord = '',
) {
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
    times(
      posts,
      (index) =>
        box(24 + index * 70, -16, 11, 66, sweep(color.woodLight, color.woodDark), 3) +
        box(24 + index * 70, 46, 11, 40, color.lakeDeep, 3, { opacity: 0.35 }),
    ) +
      box(0, 0, length, 13, fade(color.woodLight, color.wood), 2) +
      box(0, 13, length, 6, color.woodDark) +
      times(Math.floor(length / 22), (index) =>
        box(18 + index * 22, 0, 1.6, 13, color.woodDark, 0, { opacity: 0.5 }),
      ) +
      box(4, 24, length - 8, 10, color.lakeDeep, 5, { opacity: 0.3 }),
  );
}

/** A duck swimming to the right. */
export function duck(x, y, scale, body = color.cream) {
  return place(
    x,
    y,
    scale,
    path('M-50 12Q0 26 52 12Q20 30 0 30T-50 12Z', color.foam, { opacity: 0.5 }) +
      path(
        'M-50-14Q-40 2-22-8Q-4-16 12-14Q14-34 8-40Q6-62 28-64Q48-62 46-42Q44-32 38-26Q48-8 34 6Q22 16-14 15Q-44 12-50-14Z',
        fade(body, '#EBD3A0'),
      ) +
      path('M-30-4Q-10-16 14-4Q8 10-14 8Q-26 6-30-4Z', '#E2BE7C', { opacity: 0.7 }) +
      path('M44-48Q58-50 64-42Q56-36 44-38Z', color.coral) +
      circle(33, -48, 3.4, color.ink),
  );
}

/** A hot-air balloon, 120 wide and 190 high. */
export function balloon(x, y, scale, [a, b, c] = [color.coral, color.sun, color.cream]) {
  const skin =
    'M0-100C46-100 64-66 60-34C56-4 28 26 18 44H-18C-28 26-56-4-60-34C-64-66-46-100 0-100Z';
  return place(
    x,
    y,
    scale,
    line('M-16 44L-12 68M16 44L12 68', color.woodDark, 2) +
      path(skin, a) +
      path(
        'M0-100C30-100 42-66 38-34C34-4 18 26 12 44H-12C-18 26-34-4-38-34C-42-66-30-100 0-100Z',
        b,
      ) +
      path('M0-100C12-100 17-66 15-34C13-4 8 26 5 44H-5C-8 26-13-4-15-34C-17-66-12-100 0-100Z', c) +
      clip(
        path(skin, '#000'),
        path('M-70-40Q-30 10 70-20V60H-70Z', color.rust, { opacity: 0.16 }) +
          path('M-52-60Q-44-92-14-98Q-34-80-40-40Z', color.white, { opacity: 0.3 }),
      ) +
      box(-18, 40, 36, 7, color.rust, 3) +
      path('M-15 66H15L12 88Q0 92-12 88Z', color.woodLight) +
      line('M-14 74H14M-13 81H13', color.woodDark, 1.6),
  );
}
