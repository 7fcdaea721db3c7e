/** Portraits: a head and shoulders, 400 by 400, put together from parts. */
import { beards, hair } from './hair.mjs';
import { box, circle, clip, color, dim, fade, line, oval, path } from './sheet.mjs';

const head =
  'M138 168C138 118 164 96 200 96S262 118 262 168C262 206 250 230 232 246Q216 260 200 260T168 246C150 230 138 206 138 168Z';

/** Skin as [lit, shade, lips]. */
export const skins = {
  rose: ['#FBD9C3', '#EDB798', '#C9604F'],
  peach: ['#F4C6A2', '#DFA27A', '#B9513F'],
  olive: ['#E3B083', '#C98E60', '#A4473A'],
  tan: ['#CF9464', '#B0744A', '#8F3B30'],
  brown: ['#A56A43', '#85502F', '#7A2F2A'],
  deep: ['#7D4A2F', '#613621', '#5A2220'],
};

const glasses = {
  round: (tone) =>
    circle(174, 182, 23, color.white, { opacity: 0.22 }) +
    circle(226, 182, 23, color.white, { opacity: 0.22 }) +
    circle(174, 182, 23, 'none', { stroke: tone, 'stroke-width': 5 }) +
    circle(226, 182, 23, 'none', { stroke: tone, 'stroke-width': 5 }) +
    line('M197 180Q200 176 203 180M151 178L138 174M249 178L262 174', tone, 5),
  cat: (tone) =>
    path(
      'M146 168H198Q198 202 174 202T146 168ZM254 168H202Q202 202 226 202T254 168Z',
      color.white,
      { opacity: 0.22 },
    ) +
    line(
      'M146 168H198Q198 202 174 202T146 168ZM254 168H202Q202 202 226 202T254 168ZM146 168L138 160M254 168L262 160',
      tone,
      5,
    ),
};

const freckleSpots = [
  [152, 200],
  [162, 206],
  [168, 198],
  [232, 198],
  [240, 206],
  [248, 200],
];

function drawFace([, shade], { brow, freckles, lashes }) {
  const eye = (x, side) =>
    path(`M${x - 13} 185Q${x} 166 ${x + 13} 185Q${x} 198 ${x - 13} 185Z`, '#FFFDF6') +
    circle(x, 183, 7.2, color.ink) +
    circle(x + 2.4, 180, 2.4, color.white) +
    line(`M${x - 13} 184Q${x} 165 ${x + 13} 184`, color.ink, 3) +
    (lashes ? line(`M${x + side * 11} 180L${x + side * 17} 175`, color.ink, 3.2) : '');
  return (
    clip(
      path(head, '#000'),
      dim(0.55, path('M228 90Q250 170 226 214Q214 246 190 262H280V90Z', shade)),
    ) +
    circle(158, 210, 15, color.coral, { opacity: 0.22 }) +
    circle(242, 210, 15, color.coral, { opacity: 0.22 }) +
    eye(174, -1) +
    eye(226, 1) +
    line('M160 161Q174 151 188 158M212 158Q226 151 240 161', brow, 5.5) +
    line('M201 184Q191 204 196 207Q202 210 207 206', shade, 4) +
    (freckles
      ? freckleSpots.map(([x, y]) => circle(x, y, 2, '#C9734C', { opacity: 0.7 })).join('')
      : '')
  );
}

export const shoulders =
  'M56 400C60 336 104 316 152 304Q172 298 174 282H226Q228 298 248 304C296 316 340 336 344 400Z';

/** A person of these parts; the rest (`freckles`, `lashes`) goes to the face. */
export function portrait({
  skin,
  style,
  hairTones,
  brow = hairTones[1],
  top,
  collar = '',
  beard,
  eyewear,
  extra = '',
  backdrop,
  ...face
}) {
  const [lit, shade, lips] = skin;
  const { back, front, over = () => '' } = hair[style];
  const person =
    back(...hairTones) +
    path(shoulders, fade(...top)) +
    path('M166 300Q174 296 174 280V236H226V280Q226 296 234 300Q222 330 200 332T166 300Z', lit) +
    path('M174 252Q200 282 226 250V268Q204 296 174 274Z', shade, { opacity: 0.8 }) +
    collar +
    over(...hairTones) +
    oval(137, 184, 13, 18, lit) +
    oval(263, 184, 13, 18, shade) +
    path(head, lit) +
    drawFace(skin, { brow, ...face }) +
    (beard ? beards[beard.kind](beard.tone) : '') +
    drawSmile(lips) +
    front(...hairTones) +
    (eyewear ? glasses[eyewear.kind](eyewear.tone) : '') +
    extra;
  return (
    backdrop + `<g transform="translate(200 412) scale(1.07) translate(-200 -400)">${person}</g>`
  );
}

const drawSmile = (lips) =>
  path('M178 222Q200 233 222 222Q218 246 200 247T178 222Z', lips) +
  path('M182 225Q200 233 218 225Q215 234 200 235T182 225Z', color.white);

/** A calm ground behind a person: sky, sun and a hill in two tones. */
export const ground = (back, disc, low) =>
  box(0, 0, 400, 400, back) +
  circle(200, 176, 150, disc, { opacity: 0.75 }) +
  path('M0 316Q90 262 200 300T400 282V400H0Z', low, { opacity: 0.9 });
