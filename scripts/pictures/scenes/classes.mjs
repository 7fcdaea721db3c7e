/** A picture for each class, 800 by 500. */
import { duck, jetty, sailboat } from '../kit/boats.mjs';
import { bunting, campfire, lanterns, tent } from '../kit/camp.mjs';
import { buoy, chessBoard, chessPiece, cone, football, goal } from '../kit/games.mjs';
import { carrot, chefHat, pizza, pot, steam, tomato } from '../kit/kitchen.mjs';
import { bank, evening, lakeside, meadow, night, workshop } from '../kit/places.mjs';
import { flowers, pines, roundTree, tufts, twig } from '../kit/plants.mjs';
import { box, circle, color, dim, line, oval, path, sheet } from '../kit/sheet.mjs';
import { globe, ringedPlanet, rocket, shootingStar, telescope } from '../kit/space.mjs';
import {
  bubble,
  curtains,
  drum,
  drumsticks,
  mask,
  note,
  spotlight,
  ukulele,
} from '../kit/stage.mjs';
import { brushJar, camera, childPainting, easel, heron, palette, tripod } from '../kit/studio.mjs';
import { books, guitar } from '../kit/things.mjs';
import { blueprint, codeScreen, gameScreen, laptop, robot } from '../kit/workshop.mjs';

const W = 800;
const H = 500;
const page = (...parts) => sheet(W, H, parts.join(''));
const darkWood = ['#9A5A32', '#6E4126'];

const drawChess = () =>
  page(
    meadow(W, H, { ground: 250, sunX: 640, sunY: 110 }),
    roundTree(30, 330, 300),
    chessBoard(410, 322, 1.28),
    chessPiece('rook', 180, 372, 0.92, darkWood),
    chessPiece('pawn', 286, 348, 0.72, darkWood),
    chessPiece('queen', 372, 366, 1.0, darkWood),
    chessPiece('bishop', 586, 364, 0.9, darkWood),
    chessPiece('knight', 256, 464, 1.5),
    chessPiece('king', 474, 458, 1.5),
    chessPiece('pawn', 640, 452, 1.35),
    twig(-14, -10, 1.5, 28),
  );

const drawFootball = () =>
  page(
    meadow(W, H, { ground: 262, sunX: 180, sunY: 120, seed: 12 }),
    bunting(330, -10, 820, 40, 46, 11, 0.85),
    goal(560, 318, 1.25),
    line('M0 372Q400 336 800 366', color.white, 6, { opacity: 0.75 }),
    cone(84, 396, 0.9),
    cone(170, 384, 0.72),
    path('M300 440Q470 250 640 300', 'none', {
      stroke: color.white,
      'stroke-width': 4,
      'stroke-dasharray': '3 16',
      'stroke-linecap': 'round',
    }),
    oval(268, 478, 88, 12, color.pineDark, { opacity: 0.28 }),
    football(264, 396, 1.36, -14),
    tufts(420, 800, 478, 12, 5, [color.leafDark, '#3D8A52'], 1.2),
    flowers(640, 790, 474, 6, 3),
  );

const drawPainting = () =>
  page(
    lakeside(W, H, { waterline: 250, sunX: 610, sunY: 130, seed: 8 }),
    bank(W, H, 350, -14),
    easel(330, 466, 1.42, childPainting()),
    brushJar(560, 462, 1.1),
    palette(676, 438, 1.05, -8),
    flowers(20, 150, 470, 8, 4, 1.1),
    twig(820, -20, 1.3, 150),
  );

const drawCode = () =>
  page(
    workshop(W, H, { table: 384, windowX: 560, windowWidth: 380 }),
    laptop(300, 446, 1.46, gameScreen()),
    robot(612, 440, 0.66),
    books(728, 444, 0.66),
  );

const drawLanguages = () =>
  page(
    meadow(W, H, { ground: 300, sunX: 400, sunY: 196, r: 118, seed: 21 }),
    globe(400, 312, 1.42),
    bubble(176, 156, 246, 116, color.coral, '¡Hola!', 66, color.white, -1),
    bubble(634, 118, 236, 104, color.lake, '¿Qué tal?', 44),
    bubble(672, 290, 150, 88, color.sun, 'Ñ', 62, color.ink),
    bubble(144, 330, 190, 84, color.cream, 'amigos', 42, color.lake, -1),
    flowers(40, 250, 470, 9, 4, 1.1),
    flowers(560, 780, 472, 9, 8, 1.1),
  );

const drawCooking = () =>
  page(
    workshop(W, H, { table: 372, windowX: 250, windowWidth: 360, stripes: ['#E9F4E4', '#CFE6D2'] }),
    steam(556, 196, 0.9),
    pot(560, 420, 1.36),
    chefHat(232, 396, 1.16, -7),
    pizza(330, 446, 1.08),
    tomato(108, 432, 34),
    tomato(166, 452, 27),
    carrot(742, 372, 0.9, 34),
    path('M676 470q40-34 84-12q-30 34-84 12z', color.leafDark),
    path('M690 478q50-20 84 8q-44 18-84-8z', color.leaf),
  );

const drawRobotics = () =>
  page(
    workshop(W, H, {
      table: 392,
      windowX: 210,
      windowWidth: 330,
      stripes: ['#FDEBD0', '#F8D3A6'],
      flags: false,
    }),
    blueprint(650, 110, 1.06, 3),
    robot(420, 444, 1.5),
    laptop(680, 454, 0.66, codeScreen()),
    box(96, 436, 96, 18, color.coral, 5),
    box(118, 418, 96, 18, color.sun, 5),
    box(108, 400, 70, 18, color.teal, 5),
    line('M214 452q40 24 96 4', color.navy, 5),
    circle(214, 452, 8, color.navy),
  );

const drawSailing = () =>
  page(
    lakeside(W, H, { waterline: 230, sunX: 190, sunY: 120, seed: 14 }),
    sailboat(640, 262, 0.5, [color.cream, color.teal], [color.white, color.teal]),
    sailboat(560, 250, 0.32, [color.sunLight, color.coral]),
    sailboat(380, 416, 1.72),
    buoy(690, 410, 0.9),
    duck(140, 436, 0.7),
    jetty(-10, 452, 130, 1),
  );

const drawScience = () =>
  page(
    night(W, H, { ground: 370, moonX: 690, moonY: 96 }),
    ringedPlanet(176, 122, 54),
    shootingStar(330, 158, 0.95),
    shootingStar(520, 246, 0.5),
    rocket(598, 210, 0.82, 24),
    dim(0.9, bank(W, H, 424, -10, ['#3C8466', '#1D5A4B'])),
    telescope(330, 292, 1.12),
    tent(640, 446, 0.96, [color.coral, '#B9472A', '#7A2A12']),
    circle(604, 420, 60, '#FFD978', { opacity: 0.18 }),
  );

const drawTheatre = () =>
  page(
    lakeside(W, H, { ...evening, waterline: 262, sunX: 400, sunY: 190, r: 66 }),
    pines(150, 650, 262, 14, 70, 4, ['#5B4256', '#46364C']),
    spotlight(400, 0, 400, 424, 190),
    bank(W, H, 404, 0, ['#8FA85A', '#3F6B48']),
    campfire(400, 448, 0.94),
    mask(306, 200, 1.34, -10, true),
    mask(500, 226, 1.18, 12, false, ['#BFE6E4', color.aqua]),
    curtains(W, H, 0.2),
  );

const drawPhotography = () =>
  page(
    lakeside(W, H, {
      waterline: 250,
      skyTones: ['#F8B98A', '#FCD9A6', '#FFF0CC'],
      sunX: 300,
      sunY: 190,
      r: 58,
      seed: 17,
      water: { tones: ['#F3CFA0', '#7CBBB4', color.teal] },
    }),
    heron(170, 360, 1.0),
    line('M60 372h190M90 386h150', color.foam, 3, { opacity: 0.6 }),
    line('M40 410Q46 340 36 290M60 414Q62 350 74 310M24 412Q18 360 8 330', color.leafDark, 5),
    bank(W, H, 420, -40),
    tripod(560, 300, 1.1),
    camera(560, 236, 1.42, -4),
    tufts(300, 800, 486, 14, 6, [color.leafDark, '#3D8A52'], 1.1),
  );

const drawMusic = () =>
  page(
    lakeside(W, H, { ...evening, waterline: 250, sunX: 560, sunY: 170, r: 70 }),
    lanterns(-20, 30, 420, 60, 50, 5, 0.8),
    lanterns(420, 60, 820, 20, 46, 4, 0.8),
    bank(W, H, 360, -10, ['#8FA85A', '#4C7A4C']),
    drum(560, 432, 1.2),
    drumsticks(560, 322, 1),
    guitar(300, 424, 1.52, -16),
    ukulele(176, 452, 1.06, 24),
    note(436, 232, 1.3, color.cream, -8, true),
    note(656, 226, 1.1, color.sunset, 10),
    note(728, 146, 1.15, color.lake, 8, true),
    flowers(660, 790, 466, 7, 5),
  );

export const classScenes = {
  chess: drawChess,
  football: drawFootball,
  painting: drawPainting,
  code: drawCode,
  languages: drawLanguages,
  cooking: drawCooking,
  robotics: drawRobotics,
  sailing: drawSailing,
  science: drawScience,
  theatre: drawTheatre,
  photography: drawPhotography,
  music: drawMusic,
};
