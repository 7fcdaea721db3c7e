/** The mark: a sun going down in a speech bubble, over the waves of the lake. */
import { words } from './lettering.mjs';
import { box, circle, clip, color, fade, line, path, place, times } from './sheet.mjs';

const bubbleShape =
  'M17 0H47C56.4 0 64 7.6 64 17V36C64 45.4 56.4 53 47 53H31L17.5 63.6C15.5 65.2 13 64 13 61.4V52.6C5.5 50.8 0 44 0 36V17C0 7.6 7.6 0 17 0Z';

/** 64 by 65 units from its corner. */
export function mark(x, y, scale) {
  const rays = times(
    5,
    (index) =>
      `<g transform="translate(32 32) rotate(${-68 + index * 34})">${box(-1.9, -24.5, 3.8, 6.5, color.sunLight, 1.9)}</g>`,
  );
  return place(
    x,
    y,
    scale,
    path(bubbleShape, fade('#128594', color.lake)) +
      rays +
      clip(box(0, 0, 64, 32, '#000'), circle(32, 32, 14, color.sun)) +
      line('M11 36.5Q16.25 31.5 21.5 36.5T32 36.5T42.5 36.5T53 36.5', color.cream, 4.4) +
      line('M21.5 45Q26.75 40.5 32 45T42.5 45', '#F58A63', 4.4),
  );
}

/** Mark and name side by side; `size` is the height of the mark. */
export function logo(x, y, size, ink = color.lake) {
  return (
    mark(x, y, size / 65) + words('SPEAKIFYR', x + size * 1.2, y + size * 0.64, size * 0.66, ink)
  );
}
