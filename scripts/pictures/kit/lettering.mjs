import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

const require = createRequire(import.meta.url);
const file = readFileSync(
  require.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff'),
);
const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));

/** Words as outlines, so that a picture looks the same on every machine. Baseline at (x, y). */
export function words(text, x, y, size, fill, { anchor = 'start' } = {}) {
  // Glyph by glyph: opentype.js can't read this font's substitution tables, and no word here needs them.
  const glyphs = [...text].map((letter) => font.charToGlyph(letter));
  const scale = size / font.unitsPerEm;
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth * scale, 0);
  let left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  const outlines = glyphs.map((glyph) => {
    const outline = writeOutline(glyph.getPath(left, y, size).commands);
    left += glyph.advanceWidth * scale;
    return outline;
  });
  return `<path d="${outlines.join('')}" fill="${fill}"/>`;
}

// Not opentype.js's own toPathData: it writes NaN for a number such as 922.0000000000001.
function writeOutline(commands) {
  return commands
    .map(
      ({ type, x1, y1, x2, y2, x, y }) =>
        type +
        [x1, y1, x2, y2, x, y]
          .filter((number) => number !== undefined)
          .map((number) => number.toFixed(1))
          .join(' '),
    )
    .join('');
}
