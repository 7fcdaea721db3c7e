/** Pictures of single pages: not found, login, sign-up, the three steps, the picture for sharing. */
import { canoe, duck, kite, sailboat } from '../kit/boats.mjs';
import { bellTent, bunting, campfire, lanterns, signpost, tent } from '../kit/camp.mjs';
import { football, lifebelt } from '../kit/games.mjs';
import { birds, cloud } from '../kit/land.mjs';
import { words } from '../kit/lettering.mjs';
import { logo, mark } from '../kit/logo.mjs';
import { bank, evening, lakeside } from '../kit/places.mjs';
import { flowers, pine, roundTree, tufts } from '../kit/plants.mjs';
import { box, circle, clip, color, fade, line, oval, path, place, sheet } from '../kit/sheet.mjs';
import { bubble } from '../kit/stage.mjs';
import { books, guitar } from '../kit/things.mjs';

/** A dinghy whose mast, boom and sail are a 4. */
function fourBoat(x, y, scale, sail, shade, hull) {
  return place(
    x,
    y,
    scale,
    path('M-110 40Q0 60 110 40L60 250Q0 130-110 40Z', sail, { opacity: 0.16 }) +
      path('M24-330L-128-84H-82L24-252Z', fade(sail, shade)) +
      path('M24-330H70V0H24Z', sail) +
      path('M54-330H70V0H54Z', shade, { opacity: 0.55 }) +
      path('M-128-118H116V-72H-128Z', sail) +
      path('M-128-88H116V-72H-128Z', shade, { opacity: 0.55 }) +
      path('M24-252L-60-118H24Z', color.cream, { opacity: 0.35 }) +
      line('M47-330V-362', color.woodDark, 6) +
      path('M47-362l44 13-44 13z', color.sun) +
      path('M-130-6H134Q124 42 86 48H-78Q-116 38-130-6Z', fade('#FFFFFF', '#E3D9C4')) +
      path('M-126 10H130L126 21H-122Z', hull) +
      path('M-160 46q60 14 160 14t160-14q-50 28-160 28t-160-28z', color.foam, { opacity: 0.5 }),
  );
}

export function drawNotFound() {
  const [w, h] = [1200, 800];
  return sheet(
    w,
    h,
    lakeside(w, h, {
      waterline: 470,
      sunX: 600,
      sunY: 318,
      r: 118,
      seed: 61,
      clouds: false,
      peaks: true,
    }) +
      cloud(190, 120, 1) +
      cloud(1010, 100, 0.9) +
      birds(840, 190, 1, '#3C6B7C') +
      fourBoat(296, 546, 1.02, color.coral, '#B9472A', color.teal) +
      fourBoat(900, 546, 1.02, color.lake, color.lakeDeep, color.coral) +
      oval(600, 508, 178, 15, color.foam, { opacity: 0.45 }) +
      oval(600, 508, 146, 10, color.lakeDeep, { opacity: 0.35 }) +
      clip(box(400, 200, 400, 310, '#000'), lifebelt(600, 404, 2.2, 8)) +
      path('M470 508q130 22 260 0q-40 22-130 22t-130-22z', color.foam, { opacity: 0.6 }) +
      bubble(776, 548, 92, 84, color.cream, '?', 58, color.sunset) +
      duck(620, 664, 1.3) +
      duck(490, 684, 0.66) +
      duck(416, 692, 0.56) +
      bank(w, h, 752, 4) +
      signpost(1046, 776, 1.1, [
        [116, color.coral],
        [-120, color.sunset],
        [100, color.leafDark],
      ]) +
      tufts(0, 960, 780, 22, 5, [color.leafDark, '#3D8A52'], 1.2) +
      flowers(60, 340, 780, 9, 3, 1.2),
  );
}

export function drawLogin() {
  const [w, h] = [900, 1200];
  return sheet(
    w,
    h,
    lakeside(w, h, { ...evening, waterline: 600, sunX: 500, sunY: 430, r: 150, seed: 8 }) +
      pine(70, 840, 520, ['#5B4256', '#46364C']) +
      pine(-20, 900, 460, ['#6A4758', '#5B4256']) +
      lanterns(-30, 120, 930, 90, 110, 8, 1.3) +
      birds(330, 330, 1.2, '#6A4758') +
      canoe(430, 760, 1) +
      duck(730, 690, 0.7) +
      bank(w, h, 930, -40, ['#8FA85A', '#3F6B48']) +
      tent(650, 1010, 1.7) +
      campfire(330, 1070, 1.1) +
      tufts(0, w, 1160, 22, 4, ['#2F5A41', '#3F6B48'], 1.6) +
      flowers(30, 260, 1160, 8, 9, 1.6),
  );
}

export function drawSignup() {
  const [w, h] = [900, 1200];
  return sheet(
    w,
    h,
    lakeside(w, h, { waterline: 560, sunX: 640, sunY: 320, r: 120, seed: 18 }) +
      sailboat(690, 640, 1.05) +
      sailboat(500, 590, 0.5, [color.cream, color.sun], [color.white, color.teal]) +
      bank(w, h, 800, -30) +
      roundTree(60, 900, 470) +
      kite(390, 260, 1.4, 10, undefined, line('M384 330Q300 660 300 948', color.cream, 2.6)) +
      bunting(100, 640, 930, 690, 60, 12, 1.4) +
      bellTent(650, 980, 1.8) +
      books(300, 1060, 1.5) +
      guitar(170, 1020, 1.3, -14) +
      tufts(0, w, 1160, 20, 6, [color.leafDark, '#3D8A52'], 1.6) +
      football(480, 1090, 0.85, 10) +
      flowers(580, 880, 1150, 11, 9, 1.7),
  );
}

/** The steps stand on a disc of their own and nothing behind it, so that they sit well on any ground. */
function island(...parts) {
  const [w, h] = [640, 480];
  return sheet(w, h, parts.join(''));
}

function card(x, y, turn, tone, body, picked = false) {
  return place(
    x,
    y,
    1,
    box(-72, -96, 152, 204, color.ink, 18, { opacity: 0.1 }) +
      box(-76, -102, 152, 204, color.white, 18) +
      path('M-76 8V-84Q-76-102-58-102H58Q76-102 76-84V8Z', tone) +
      body +
      box(-56, 26, 92, 12, color.navy, 6, { opacity: 0.8 }) +
      box(-56, 48, 64, 9, '#C9D3D2', 4) +
      box(-56, 70, 112, 22, picked ? color.coral : '#E4DCC8', 11),
    turn,
  );
}

export const drawChoose = () =>
  island(
    circle(320, 250, 210, '#CDE9E4') + cloud(232, 120, 0.5) + cloud(424, 96, 0.4),
    card(190, 256, -10, '#F9D9A0', place(0, -20, 0.5, guitar(0, 20, 0.95, 20))),
    card(450, 256, 10, '#BFE3E2', sailboat(0, -16, 0.36)),
    card(320, 240, 0, '#CFE9C6', football(0, -48, 0.62, 12), true),
    path('M372 326l60 26-26 10 20 30-14 9-20-30-20 20z', color.navy, {
      stroke: color.white,
      'stroke-width': 5,
      'stroke-linejoin': 'round',
    }),
  );

export const drawPay = () =>
  island(
    circle(320, 250, 210, '#FBDDB2') + circle(448, 130, 44, color.sun),
    place(
      312,
      216,
      1,
      box(-150, -88, 300, 188, color.ink, 22, { opacity: 0.12 }) +
        box(-156, -96, 300, 188, fade('#1B8390', color.lake), 22) +
        box(-156, -62, 300, 34, color.lakeDeep) +
        box(-128, 0, 50, 38, color.sunLight, 7) +
        line('M-128 19H-78M-103 0V38', '#D9A83C', 2.5) +
        box(-60, 8, 60, 10, color.white, 5, { opacity: 0.75 }) +
        box(14, 8, 60, 10, color.white, 5, { opacity: 0.75 }) +
        box(-60, 30, 96, 8, color.white, 4, { opacity: 0.5 }) +
        circle(96, 58, 20, color.coral) +
        circle(118, 58, 20, color.sun, { opacity: 0.9 }),
      -8,
    ),
    place(
      430,
      336,
      1,
      path('M-70-58H70V-16A16 16 0 0 0 70 16V58H-70V16A16 16 0 0 0-70-16Z', color.coral) +
        path('M-70 40H70V58H-70Z', '#C9502C', { opacity: 0.5 }) +
        line('M34-48V48', color.cream, 3, { 'stroke-dasharray': '4 9' }) +
        mark(-48, -30, 0.92) +
        box(46, -30, 8, 60, color.cream, 4, { opacity: 0.7 }),
      10,
    ),
    place(
      206,
      356,
      1,
      circle(0, 0, 42, color.white) +
        circle(0, 0, 35, color.leafDark) +
        line('M-15 1L-4 12L16-12', color.white, 9),
    ),
  );

export const drawCome = () =>
  island(
    clip(
      circle(320, 250, 210, '#000'),
      circle(320, 250, 210, '#BFE3E2') +
        circle(440, 140, 72, color.sunLight, { opacity: 0.4 }) +
        circle(440, 140, 50, color.sun) +
        cloud(220, 110, 0.5) +
        path('M100 292Q210 236 320 276T560 280V480H100Z', fade('#93C766', '#5FA356')) +
        path('M300 480Q270 410 330 370T372 322', 'none', {
          stroke: '#F3DFB9',
          'stroke-width': 34,
          'stroke-linecap': 'round',
        }) +
        pine(164, 340, 170) +
        pine(214, 316, 120) +
        bellTent(380, 334, 1) +
        bunting(100, 180, 382, 158, 34, 9, 0.8) +
        bunting(382, 158, 560, 200, 26, 6, 0.8) +
        signpost(226, 436, 0.8, [
          [96, color.coral],
          [84, color.lake],
        ]) +
        flowers(400, 480, 400, 6, 3),
    ),
  );

export function drawSocial() {
  const [w, h] = [1200, 630];
  return sheet(
    w,
    h,
    lakeside(w, h, { waterline: 390, sunX: 900, sunY: 210, r: 100, seed: 71, clouds: false }) +
      cloud(1090, 80, 0.7) +
      sailboat(640, 436, 0.52) +
      canoe(330, 470, 0.56) +
      bank(w, h, 520, -70) +
      tent(1010, 530, 1.3) +
      bellTent(820, 524, 0.9) +
      bunting(820, 364, 1044, 330, 16, 5, 0.9) +
      bunting(1044, 330, 1230, 340, 20, 4, 0.9) +
      tufts(500, w, 600, 16, 5, [color.leafDark, '#3D8A52'], 1.3) +
      flowers(40, 420, 600, 10, 4, 1.3) +
      box(64, 72, 640, 250, color.cream, 36, { opacity: 0.95 }) +
      logo(108, 116, 104) +
      words('Inspiring the young', 110, 284, 50, color.sunset),
  );
}
