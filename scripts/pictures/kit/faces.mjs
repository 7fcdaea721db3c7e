/** Portraits: a head and shoulders, 400 by 400, put together from parts. */
import { box, circle, clip, color, dim, fade, line, oval, path, times } from './sheet.mjs';

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

/** Hair as [lit, shade]. `back` lies behind the head, `front` over it. */
const hair = {
  braid: {
    back: (a, b) => path('M128 190C116 96 156 70 202 70S288 98 272 196Q276 240 250 262H150Q124 240 128 190Z', b),
    over: (a, b) => times(6, (index) => oval(280 - Math.abs(index - 2) * 2, 222 + index * 25, 20 - index * 1.6, 17, index % 2 ? b : a)) + path('M266 366q14-12 24 0q2 18-12 26q-12-8-12-26z', a) + box(263, 358, 30, 10, color.coral, 5),
    front: (a, b) => path('M134 178C128 104 160 80 204 80S274 108 266 180C262 150 244 128 214 112C190 138 158 148 146 150Q138 160 134 178Z', a) + line('M208 84Q236 94 254 124M198 86Q168 96 148 128', b, 3),
  },
  short: {
    back: (a, b) => path('M134 180C126 100 160 80 200 80S274 100 266 180Z', b),
    front: (a, b) => path('M134 178C124 96 158 70 206 72C252 66 276 104 266 178C262 158 258 148 250 138C222 142 186 136 164 118C160 140 142 150 134 178Z', a) + path('M170 84C196 70 240 76 254 104C230 92 200 88 170 84Z', b, { opacity: 0.5 }),
  },
  afro: {
    back: (a, b) => circle(200, 134, 98, b) + [[110, 150], [118, 104], [150, 66], [200, 50], [250, 66], [284, 104], [290, 150], [280, 196], [120, 196]].map(([x, y]) => circle(x, y, 36, b)).join(''),
    front: (a, b) => [[146, 122], [168, 100], [196, 92], [226, 98], [252, 120]].map(([x, y]) => circle(x, y, 25, a)).join('') + [[124, 134], [142, 84], [182, 60], [226, 60], [264, 90], [276, 136]].map(([x, y]) => circle(x, y, 27, a, { opacity: 0.8 })).join(''),
  },
  waves: {
    back: (a, b) => path('M130 200C112 110 152 70 202 72S286 112 270 200Z', b),
    front: (a, b) => path('M132 180C112 150 126 96 160 92C168 66 222 58 240 82C276 84 290 132 268 180C266 158 258 146 250 136C244 150 222 148 216 132C206 148 178 146 176 128C166 148 144 148 132 180Z', a) + line('M156 110Q176 90 196 104M206 92Q230 84 244 104', b, 4),
  },
  long: {
    back: (a, b) => path('M122 330C96 240 112 72 202 72S304 240 278 332C262 340 250 330 244 316H156C150 334 136 340 122 330Z', b) + path('M122 330C104 260 112 150 134 110C122 190 140 260 148 326Q136 338 122 330Z', a, { opacity: 0.7 }),
    front: (a, b) => path('M134 206C122 112 158 82 198 82C250 78 280 120 266 206C262 168 246 136 190 112C180 140 146 156 134 206Z', a) + line('M196 88Q236 100 256 140', b, 3),
  },
  silverSides: {
    back: (a, b) => path('M132 190C124 150 130 120 146 112H254C272 120 276 150 268 190Z', b),
    front: (a) => path('M134 186C128 150 136 124 150 116C146 138 144 156 146 176ZM266 186C272 150 264 124 250 116C254 138 256 156 254 176Z', a) + path('M150 120Q200 92 250 120Q242 100 200 98Q158 100 150 120Z', a, { opacity: 0.55 }),
  },
  bob: {
    back: (a, b) => path('M124 264C104 120 140 72 202 72S298 120 278 264C262 272 246 264 240 250H160C152 268 138 272 124 264Z', b),
    front: (a, b) => path('M130 250C112 124 146 80 202 80S290 124 270 250C260 240 260 190 258 164C226 160 174 160 144 164C142 190 142 236 130 250Z', a) + line('M168 92Q158 120 158 158M202 86V158M234 92Q244 120 244 158', b, 3, { opacity: 0.6 }),
  },
  bald: { back: () => '', front: (a, b) => path('M160 122Q178 104 206 104Q184 112 172 128Z', color.white, { opacity: 0.35 }) + path('M138 176Q134 150 142 134Q146 152 146 176ZM262 176Q266 150 258 134Q254 152 254 176Z', b) },
  sideBraid: {
    back: (a, b) => path('M126 200C110 106 150 68 202 68S290 106 274 200Q278 244 250 262H150Q122 246 126 200Z', b),
    over: (a, b) => times(6, (index) => oval(124 - index * 1.5, 226 + index * 24, 22 - index * 1.6, 17, index % 2 ? b : a)) + path('M104 364q12-10 22 0q4 18-11 26q-14-8-11-26z', a) + box(99, 356, 32, 10, color.sun, 5),
    front: (a, b) => path('M132 196C124 112 158 80 200 80S276 112 268 190C264 152 244 124 204 106C172 124 150 150 132 196Z', a) + line('M204 84V106', b, 3) + line('M216 88Q246 104 260 140', b, 3),
  },
  silverBob: {
    back: (a, b) => path('M124 246C110 116 150 70 206 72S294 116 276 246Q262 256 250 240H150Q138 258 124 246Z', b),
    front: (a, b) => path('M130 232C116 124 146 78 206 78S286 124 270 226C262 196 264 168 254 142C230 152 188 146 168 122C164 148 146 168 144 196Q140 220 130 232Z', a) + line('M176 96Q210 84 240 104M170 112Q206 108 236 128', b, 3, { opacity: 0.7 }),
  },
  ponytail: {
    back: (a, b) => path('M254 100C300 84 334 128 316 190C308 226 322 250 300 268C300 226 282 220 276 190C270 160 268 130 254 100Z', b) + path('M132 184C124 108 158 76 202 76S278 108 268 184Z', b),
    front: (a, b) => path('M132 186C122 104 158 76 204 78C262 78 278 120 266 184C262 160 256 146 246 132C220 152 170 148 158 136C148 146 138 160 132 186Z', a) + circle(268, 110, 13, color.teal) + line('M176 92Q200 82 230 94', b, 3),
  },
};

const beards = {
  full: (tone) => path('M136 182C138 220 146 276 200 282C254 276 262 220 264 182C258 206 244 212 226 212Q200 202 174 212C156 212 142 206 136 182Z', tone),
  short: (tone) => path('M137 190C142 228 156 268 200 270C244 268 258 228 263 190C256 214 244 222 228 218Q200 208 172 218C156 222 144 214 137 190Z', tone, { opacity: 0.85 }),
  moustache: (tone) => path('M200 212Q182 204 162 218Q160 230 148 226Q164 242 200 226Q236 242 252 226Q240 230 238 218Q218 204 200 212Z', tone),
};

const glasses = {
  round: (tone) => circle(174, 182, 23, color.white, { opacity: 0.22 }) + circle(226, 182, 23, color.white, { opacity: 0.22 }) + circle(174, 182, 23, 'none', { stroke: tone, 'stroke-width': 5 }) + circle(226, 182, 23, 'none', { stroke: tone, 'stroke-width': 5 }) + line('M197 180Q200 176 203 180M151 178L138 174M249 178L262 174', tone, 5),
  cat: (tone) => path('M146 168H198Q198 202 174 202T146 168ZM254 168H202Q202 202 226 202T254 168Z', color.white, { opacity: 0.22 }) + line('M146 168H198Q198 202 174 202T146 168ZM254 168H202Q202 202 226 202T254 168ZM146 168L138 160M254 168L262 160', tone, 5),
};

const freckleSpots = [[152, 200], [162, 206], [168, 198], [232, 198], [240, 206], [248, 200]];

function drawFace([, shade], { brow, freckles, lashes }) {
  const eye = (x, side) =>
    path(`M${x - 13} 185Q${x} 166 ${x + 13} 185Q${x} 198 ${x - 13} 185Z`, '#FFFDF6') +
    circle(x, 183, 7.2, color.ink) +
    circle(x + 2.4, 180, 2.4, color.white) +
    line(`M${x - 13} 184Q${x} 165 ${x + 13} 184`, color.ink, 3) +
    (lashes ? line(`M${x + side * 11} 180L${x + side * 17} 175`, color.ink, 3.2) : '');
  return (
    clip(path(head, '#000'), dim(0.55, path('M228 90Q250 170 226 214Q214 246 190 262H280V90Z', shade))) +
    circle(158, 210, 15, color.coral, { opacity: 0.22 }) + circle(242, 210, 15, color.coral, { opacity: 0.22 }) +
    eye(174, -1) + eye(226, 1) +
    line('M160 161Q174 151 188 158M212 158Q226 151 240 161', brow, 5.5) +
    line('M201 184Q191 204 196 207Q202 210 207 206', shade, 4) +
    (freckles ? freckleSpots.map(([x, y]) => circle(x, y, 2, '#C9734C', { opacity: 0.7 })).join('') : '')
  );
}

export const shoulders = 'M56 400C60 336 104 316 152 304Q172 298 174 282H226Q228 298 248 304C296 316 340 336 344 400Z';

/** A person of these parts; the rest (`freckles`, `lashes`) goes to the face. */
export function portrait({ skin, style, hairTones, brow = hairTones[1], top, collar = '', beard, eyewear, extra = '', backdrop, ...face }) {
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
  return backdrop + `<g transform="translate(200 412) scale(1.07) translate(-200 -400)">${person}</g>`;
}

const drawSmile = (lips) =>
  path('M178 222Q200 233 222 222Q218 246 200 247T178 222Z', lips) +
  path('M182 225Q200 233 218 225Q215 234 200 235T182 225Z', color.white);

/** A calm ground behind a person: sky, sun and a hill in two tones. */
export const ground = (back, disc, low) =>
  box(0, 0, 400, 400, back) + circle(200, 176, 150, disc, { opacity: 0.75 }) + path('M0 316Q90 262 200 300T400 282V400H0Z', low, { opacity: 0.9 });
