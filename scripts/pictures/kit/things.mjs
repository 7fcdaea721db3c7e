/** Things to learn with. Each is drawn about 100 to 200 units big, standing on or around (0, 0). */
import { box, circle, clip, color, fade, line, oval, path, place, sweep, times } from './sheet.mjs';

/** A checked blanket with books, a flask and a telescope of rolled maps. */
export function blanket(x, y, scale) {
  return place(
    x,
    y,
    scale,
    path('M-190 10L-110-66H150L210 10Z', '#FBEBCB') +
      clip(
        path('M-190 10L-110-66H150L210 10Z', '#000'),
        times(6, (index) =>
          path(
            `M${-150 + index * 64} 12L${-90 + index * 46}-68h22L${-118 + index * 64} 12z`,
            color.coral,
            { opacity: 0.75 },
          ),
        ) +
          box(-200, -56, 420, 12, color.coral, 0, { opacity: 0.55 }) +
          box(-200, -24, 420, 16, color.coral, 0, { opacity: 0.55 }),
      ) +
      path('M-190 10L210 10L206 18H-188Z', '#D9B57E') +
      books(-40, -14, 0.9) +
      openBook(78, -16, 0.8),
  );
}

export function books(x, y, scale) {
  const book = (top, width, left, tone, dark) =>
    box(left, top, width, 24, tone, 4) +
    box(left + 8, top + 5, width - 8, 14, '#FFF6E2', 2) +
    box(left, top, 16, 24, dark, 4) +
    line(
      `M${left + 24} ${top + 10}H${left + width - 6}M${left + 24} ${top + 14}H${left + width - 6}`,
      '#E2CFA4',
      1.4,
    );
  return place(
    x,
    y,
    scale,
    oval(6, 2, 84, 7, color.ink, { opacity: 0.18 }) +
      book(-24, 140, -64, color.lake, color.lakeDeep) +
      book(-48, 118, -48, color.coral, '#C9502C') +
      book(-72, 126, -60, color.sun, '#D7962A'),
  );
}

export function openBook(x, y, scale) {
  return place(
    x,
    y,
    scale,
    path('M-66 4Q-34-14 0 2Q34-14 66 4L78-6L62-40Q30-54 0-38Q-30-54-62-40L-78-6Z', color.lake) +
      path('M0-2Q-34-18-70-6L-58-42Q-28-56 0-40Z', '#FFFBF0') +
      path('M0-2Q34-18 70-6L58-42Q28-56 0-40Z', '#F6E7C8') +
      line(
        'M-52-34Q-30-42-8-34M-55-25Q-32-33-8-25M-58-16Q-34-24-8-15M52-34Q30-42 8-34M55-25Q32-33 8-25',
        '#C9B48A',
        2,
      ),
  );
}

/** A guitar standing on its body, neck up. */
export function guitar(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    box(-7, -206, 14, 120, sweep(color.woodDark, '#8A5530'), 3) +
      path('M-12-236H12L9-200H-9Z', color.woodDark) +
      circle(-14, -228, 4, color.sand) +
      circle(-14, -214, 4, color.sand) +
      circle(14, -228, 4, color.sand) +
      circle(14, -214, 4, color.sand) +
      path(
        'M0-112C30-114 42-92 34-72C30-60 34-54 44-44C68-18 48 34 0 34S-68-18-44-44C-34-54-30-60-34-72C-42-92-30-114 0-112Z',
        sweep('#B9622C', '#E59A4E'),
      ) +
      path(
        'M0-104C24-106 34-90 28-72C23-58 28-50 38-40C58-16 40 26 0 26S-58-16-38-40C-28-50-23-58-28-72C-34-90-24-106 0-104Z',
        fade('#F3B566', '#E08E3F'),
      ) +
      circle(0, -44, 20, '#7A3F1C') +
      circle(0, -44, 20, 'none', { stroke: color.cream, 'stroke-width': 2.5 }) +
      box(-20, 0, 40, 8, color.woodDark, 3) +
      line('M-4-200V4M0-200V4M4-200V4', '#FFF3D6', 1),
    turn,
  );
}
