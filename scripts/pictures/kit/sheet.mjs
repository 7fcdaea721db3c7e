/** The paper: palette, shapes as SVG text, gradients by content, and chance that repeats itself. */

export const color = {
  cream: '#FFFBF3',
  sand: '#F3E2C0',
  wheat: '#E9CB8E',
  sun: '#F6B73C',
  sunLight: '#FFDD85',
  peach: '#FBC79B',
  coral: '#F0764F',
  sunset: '#C2410C',
  rust: '#8F3416',
  lake: '#0B6470',
  lakeDeep: '#0A4A57',
  teal: '#23909A',
  aqua: '#7CCAC6',
  foam: '#D9F0E8',
  sky: '#A9DCE3',
  skyDeep: '#6FBFD0',
  leaf: '#5FA356',
  leafLight: '#9CC765',
  leafDark: '#2F7A50',
  pine: '#1D5A4B',
  pineDark: '#154539',
  wood: '#A8693B',
  woodLight: '#CF9257',
  woodDark: '#6E4126',
  navy: '#17324A',
  night: '#0F2438',
  dusk: '#3C5A7D',
  plum: '#6A4769',
  ink: '#1E2B33',
  white: '#FFFFFF',
};

const definitions = new Map();

function define(markup) {
  const id = definitions.get(markup) ?? `d${definitions.size}`;
  definitions.set(markup, id);
  return `url(#${id})`;
}

function writeStops(stops) {
  return stops
    .map((stop, index) => {
      const [tone, at = index / (stops.length - 1), alpha = 1] = [stop].flat();
      return `<stop offset="${at}" stop-color="${tone}" stop-opacity="${alpha}"/>`;
    })
    .join('');
}

/** A gradient downwards. A stop is a colour, or [colour, place 0–1, opacity]. */
export function fade(...stops) {
  return define(
    `<linearGradient id="@" x1="0" y1="0" x2="0" y2="1">${writeStops(stops)}</linearGradient>`,
  );
}

/** A gradient from left to right. */
export function sweep(...stops) {
  return define(
    `<linearGradient id="@" x1="0" y1="0" x2="1" y2="0">${writeStops(stops)}</linearGradient>`,
  );
}

/** A gradient from the middle outwards. */
export function glow(...stops) {
  return define(`<radialGradient id="@">${writeStops(stops)}</radialGradient>`);
}

/** Cuts `body` to the shape `outline` (SVG text). */
export function clip(outline, body) {
  return `<g clip-path="${define(`<clipPath id="@">${outline}</clipPath>`)}">${body}</g>`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chance(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const times = (count, draw) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const rest = (more) =>
  Object.entries(more)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

export const path = (d, fill, more = {}) => `<path d="${d}" fill="${fill}"${rest(more)}/>`;
export const line = (d, tone, width, more = {}) =>
  path(d, 'none', {
    stroke: tone,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
export const circle = (x, y, r, fill, more = {}) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${rest(more)}/>`;
export const oval = (x, y, rx, ry, fill, more = {}) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${rest(more)}/>`;
export const box = (x, y, width, height, fill, radius = 0, more = {}) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${rest(more)}/>`;

/** Moves a drawing whose origin is (0, 0), turns it (degrees) and sizes it. */
export const place = (x, y, scale, body, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`;
export const dim = (opacity, body) => `<g opacity="${opacity}">${body}</g>`;

/** The finished picture as SVG text, with the definitions that it uses. */
export function sheet(width, height, body) {
  const used = new Set();
  const collect = (text) => {
    for (const [, id] of text.matchAll(/url\(#(d\d+)\)/g)) used.add(id);
  };
  collect(body);
  const defs = [...definitions]
    .filter(([, id]) => used.has(id))
    .map(([markup, id]) => markup.replace('"@"', `"${id}"`))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`;
}
