/** Where a scene plays: by the lake, on the meadow, at night, at the table in the workshop tent. */
import { bunting } from './camp.mjs';
import {
  birds,
  cloud,
  eveningSky,
  hill,
  lake,
  moon,
  mountain,
  nightSky,
  noonSky,
  reflect,
  sky,
  stars,
  sun,
} from './land.mjs';
import { pines, roundTree, tufts } from './plants.mjs';
import { box, chance, clip, color, fade, line, path, times } from './sheet.mjs';

/** How big trees and clouds are: 1 in a picture of 800 by 500. */
const findUnit = (w, h) => Math.min(w / 800, h / 500);

/** Lake with a far shore; the water begins at `waterline`, all of it below that is water. */
export function lakeside(
  w,
  h,
  {
    waterline = h * 0.5,
    skyTones = noonSky,
    sunX = w * 0.7,
    sunY = h * 0.26,
    r = h * 0.11,
    seed = 3,
    water,
    hills = ['#A9D2C4', '#86BDAC'],
    shore = ['#7DB887', '#5FA37A'],
    trees = ['#3F8A68', '#2D6F5A'],
    clouds = true,
    peaks = true,
  } = {},
) {
  const unit = findUnit(w, h);
  const far =
    (peaks
      ? mountain(w * 0.16, waterline, 360 * unit, 150 * unit, ['#93BFC8', '#74A5B4']) +
        mountain(w * 0.34, waterline, 280 * unit, 104 * unit, ['#A0C6CC', '#83B1BC'])
      : '') +
    hill(w, waterline - 22 * unit, 52 * unit, seed + 4, waterline + 1, hills, 5) +
    hill(w, waterline - 6 * unit, 26 * unit, seed + 9, waterline + 1, shore, 6) +
    pines(-10, w * 0.3, waterline, 9, 46 * unit, seed, trees) +
    pines(w * 0.74, w + 10, waterline, 9, 50 * unit, seed + 2, trees);
  return (
    sky(w, waterline + 40, skyTones) +
    sun(sunX, sunY, r) +
    (clouds ? drawClouds(w, h, unit, sunX) : '') +
    far +
    lake(w, waterline, h - waterline, { shine: sunX, seed, ripples: 26, ...water }) +
    reflect(w, waterline, h * 0.16, far, 0.22)
  );
}

/** Two clouds and some birds, clear of the sun. */
function drawClouds(w, h, unit, sunX) {
  const [first, second, third] = [0.16, 0.4, 0.62, 0.88]
    .map((at) => at * w)
    .sort((a, b) => Math.abs(b - sunX) - Math.abs(a - sunX));
  return (
    cloud(first, h * 0.15, unit * 0.66) +
    cloud(second, h * 0.1, unit * 0.48, color.white, 0.85) +
    birds(third, h * 0.2, unit * 0.6, '#3C6B7C')
  );
}

export const evening = {
  skyTones: eveningSky,
  hills: ['#D98F6B', '#B9705F'],
  shore: ['#8A5B5F', '#6A4758'],
  trees: ['#5B4256', '#46364C'],
  peaks: false,
  clouds: false,
  water: { tones: ['#F6B57C', '#B97A74', '#4C5873'], glint: '#FFE9B5' },
};

/** A bank of grass in front, from `y` at the left to `y + drop` at the right. */
export function bank(w, h, y, drop = 0, tones = ['#93C766', '#5FA356'], seed = 2) {
  const unit = findUnit(w, h);
  const dark = tones[1];
  return (
    path(
      `M0 ${y - 6 * unit}Q${w * 0.3} ${y - 34 * unit} ${w * 0.55} ${y - 4 * unit + drop * 0.4}T${w} ${y + drop - 8 * unit}V${h}H0Z`,
      '#E9CB8E',
    ) +
    path(
      `M0 ${y}Q${w * 0.3} ${y - 30 * unit} ${w * 0.55} ${y + drop * 0.4}T${w} ${y + drop}V${h}H0Z`,
      fade(...tones),
    ) +
    path(
      `M0 ${y + (h - y) * 0.5}Q${w * 0.4} ${y + (h - y) * 0.3} ${w * 0.7} ${y + (h - y) * 0.62}T${w} ${h - (h - y) * 0.3}V${h}H0Z`,
      dark,
      { opacity: 0.45 },
    ) +
    tufts(0, w, y + (h - y) * 0.45, 16, seed, [dark, '#4C9150'], unit * 0.8)
  );
}

/** Rolling meadow with trees; ground below `ground`. */
export function meadow(
  w,
  h,
  { ground = h * 0.56, sunX = w * 0.78, sunY = h * 0.22, r = h * 0.104, seed = 6 } = {},
) {
  const unit = findUnit(w, h);
  return (
    sky(w, ground + 40, noonSky) +
    sun(sunX, sunY, r) +
    drawClouds(w, h, unit, sunX) +
    hill(w, ground - 40 * unit, 70 * unit, seed, h, ['#B5DBC0', '#8FC3A0'], 4) +
    hill(w, ground - 14 * unit, 46 * unit, seed + 5, h, ['#9FCE87', '#7FBB6A'], 5) +
    pines(0, w, ground - 4 * unit, 12, 40 * unit, seed, ['#4D9A6A', '#357A5A']) +
    roundTree(w * 0.07, ground + 26 * unit, 190 * unit) +
    roundTree(w * 0.95, ground + 20 * unit, 160 * unit) +
    hill(w, ground + 26 * unit, 24 * unit, seed + 8, h, ['#9CCB68', '#5FA356'], 3) +
    tufts(0, w, ground + 60 * unit, 18, seed, ['#5FA356', '#4C9150'], unit * 0.7)
  );
}

/** A clear night over the lake. */
export function night(
  w,
  h,
  { ground = h * 0.72, moonX = w * 0.16, moonY = h * 0.2, seed = 9, band = true } = {},
) {
  const unit = findUnit(w, h);
  return (
    sky(w, h, nightSky) +
    (band
      ? path(
          `M${w * 0.3} 0Q${w * 0.5} ${h * 0.3} ${w * 0.9} ${h * 0.62}L${w} ${h * 0.5}Q${w * 0.66} ${h * 0.2} ${w * 0.52} 0Z`,
          '#BFE0DF',
          { opacity: 0.1 },
        )
      : '') +
    stars(w, h * 0.66, Math.round(w / 8), seed) +
    moon(moonX, moonY, 34 * unit) +
    hill(w, ground - 20 * unit, 90 * unit, seed, h, ['#2A5F6C', '#1E4A58'], 4) +
    pines(0, w, ground + 14 * unit, 22, 74 * unit, seed, ['#1B4650', '#143843']) +
    hill(w, ground + 20 * unit, 30 * unit, seed + 3, h, ['#2C6E5C', '#143843'], 3)
  );
}

/** Inside the workshop tent: striped canvas, a window on the lake, a table whose top is at `table`. */
export function workshop(
  w,
  h,
  {
    table = h * 0.74,
    stripes = ['#FFF3DC', '#FBE0B4'],
    windowX = w * 0.5,
    windowWidth = w * 0.4,
    flags = true,
  } = {},
) {
  const unit = findUnit(w, h);
  const count = 12;
  const [left, top, height] = [windowX - windowWidth / 2, h * 0.2, h * 0.42];
  const outline = `<path d="M${left} ${top + height}V${top + 70 * unit}Q${left} ${top} ${left + 70 * unit} ${top}H${left + windowWidth - 70 * unit}Q${left + windowWidth} ${top} ${left + windowWidth} ${top + 70 * unit}V${top + height}Z"/>`;
  return (
    box(0, 0, w, h, stripes[0]) +
    times(count, (index) =>
      path(
        `M${w / 2} ${-h * 0.6}L${(index / count) * w * 1.6 - w * 0.3} ${h}h${(w * 0.8) / count}Z`,
        stripes[1],
        { opacity: 0.85 },
      ),
    ) +
    path(`M0 0H${w}V${h * 0.1}Q${w / 2} ${h * 0.02} 0 ${h * 0.1}Z`, color.coral, {
      opacity: 0.16,
    }) +
    clip(
      outline,
      `<g transform="translate(${left} ${top})">${lakeside(windowWidth, height, { waterline: height * 0.56, sunX: windowWidth * 0.72, clouds: true, r: height * 0.13 })}</g>`,
    ) +
    outline.replace('/>', ` fill="none" stroke="${color.woodLight}" stroke-width="${9 * unit}"/>`) +
    line(`M${windowX} ${top}V${top + height}`, color.woodLight, 6 * unit) +
    (flags ? bunting(-20, h * 0.05, w + 20, h * 0.04, h * 0.06, 18, unit * 0.9) : '') +
    box(0, table, w, h - table, fade('#D9A066', '#A8693B')) +
    box(0, table, w, 12 * unit, '#EBBB80') +
    grain(w, table + 24 * unit, h - 8 * unit)
  );
}

function grain(w, top, bottom) {
  const next = chance(w);
  return times(14, () => {
    const [x, y, length] = [next() * w, top + next() * (bottom - top), 60 + next() * 160];
    return line(
      `M${x.toFixed(0)} ${y.toFixed(0)}q${length / 2} -5 ${length.toFixed(0)} 0`,
      color.woodDark,
      2,
      { opacity: 0.22 },
    );
  });
}
