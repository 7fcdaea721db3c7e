/** Seven days at camp, 1200 by 600. */
import { canoe, kite, sailboat } from '../kit/boats.mjs';
import { bellTent, bunting, campfire, lanterns, tent } from '../kit/camp.mjs';
import { cone, football, goal } from '../kit/games.mjs';
import { carrot, chefHat, pizza, pot, steam, tomato } from '../kit/kitchen.mjs';
import { hill } from '../kit/land.mjs';
import { bank, evening, lakeside, meadow, night, workshop } from '../kit/places.mjs';
import { flowers, pine, tufts, twig } from '../kit/plants.mjs';
import { box, circle, color, line, oval, path, sheet } from '../kit/sheet.mjs';
import { globe, ringedPlanet, rocket, shootingStar, telescope } from '../kit/space.mjs';
import { bubble, drum, drumsticks, keyboard, note, ukulele } from '../kit/stage.mjs';
import { brush, brushJar, childPainting, easel, palette } from '../kit/studio.mjs';
import { books, guitar, openBook } from '../kit/things.mjs';
import { blueprint, codeScreen, gameScreen, laptop, robot } from '../kit/workshop.mjs';

const W = 1200;
const H = 600;
const page = (...parts) => sheet(W, H, parts.join(''));

const drawSports = () =>
  page(
    lakeside(W, H, { waterline: 270, sunX: 860, sunY: 130, r: 70, seed: 31 }),
    sailboat(980, 300, 0.62, [color.cream, color.teal], [color.white, color.coral]),
    sailboat(1110, 286, 0.36),
    canoe(740, 356, 0.56),
    bank(W, H, 396, -10),
    tent(170, 420, 1.16, [color.teal, '#17707C', color.lakeDeep]),
    goal(470, 446, 1),
    line('M0 500Q600 450 1200 492', color.white, 7, { opacity: 0.75 }),
    cone(760, 500, 0.9),
    cone(860, 512, 1.05),
    path('M990 560Q780 330 560 396', 'none', {
      stroke: color.white,
      'stroke-width': 5,
      'stroke-dasharray': '3 18',
      'stroke-linecap': 'round',
    }),
    oval(1028, 574, 80, 11, color.pineDark, { opacity: 0.28 }),
    football(1024, 502, 1.22, 18),
    kite(380, 130, 0.85, -20),
    tufts(0, 420, 576, 16, 3, [color.leafDark, '#3D8A52'], 1.3),
    flowers(60, 360, 566, 9, 9, 1.2),
  );

const drawMusic = () =>
  page(
    lakeside(W, H, { ...evening, waterline: 300, sunX: 600, sunY: 214, r: 96, seed: 5 }),
    pine(70, 470, 340, ['#5B4256', '#46364C']),
    pine(1140, 470, 300, ['#5B4256', '#46364C']),
    lanterns(60, 130, 600, -30, 60, 6, 0.95),
    lanterns(600, -30, 1150, 160, 60, 6, 0.95),
    bank(W, H, 440, -10, ['#8FA85A', '#4C7A4C']),
    path('M250 500H950L1010 548H190Z', color.woodLight) +
      path('M190 548H1010V574H190Z', color.woodDark) +
      line(
        'M330 500L290 548M450 500L425 548M570 500L560 548M690 500L700 548M810 500L835 548M900 500L940 548',
        color.wood,
        3,
      ),
    drum(600, 508, 1.18),
    drumsticks(600, 402, 1),
    guitar(400, 506, 1.4, -14),
    ukulele(286, 520, 1.2, 16),
    line('M740 548L860 462M860 548L740 462', color.night, 7),
    keyboard(806, 456, 0.78, -2),
    note(512, 250, 1.2, color.cream, -8, true),
    note(700, 262, 1.2, color.sunset, 12),
    note(860, 340, 1.3, color.lake, 8, true),
  );

const drawRobots = () =>
  page(
    workshop(W, H, { table: 462, windowX: 900, windowWidth: 420 }),
    blueprint(150, 130, 1.1, -4),
    laptop(330, 540, 1.26, gameScreen()),
    robot(660, 532, 1.36),
    robot(852, 548, 0.72, ['#F6B73C', '#DB962A', color.navy]),
    laptop(1046, 556, 0.74, codeScreen()),
    books(76, 556, 0.8),
  );

const drawPainting = () =>
  page(
    meadow(W, H, { ground: 330, sunX: 950, sunY: 130, seed: 41 }),
    bunting(-10, 90, 1210, 60, 46, 22, 0.9),
    easel(330, 560, 1.36, childPainting()),
    easel(
      760,
      532,
      1.06,
      box(0, 0, 200, 150, '#CFEAE8') +
        circle(58, 70, 34, color.coral) +
        circle(106, 58, 26, color.sun) +
        circle(142, 84, 30, color.teal) +
        line(
          'M60 104Q80 140 96 150M106 84Q104 120 100 150M142 114Q120 136 104 150',
          color.leafDark,
          6,
        ),
    ),
    brushJar(540, 566, 1.16),
    palette(1010, 520, 1.3, -10),
    brush(1090, 540, 1.0, 60, color.lake),
    flowers(20, 160, 560, 9, 4, 1.3),
    flowers(1110, 1190, 570, 5, 14, 1.2),
    twig(-20, -20, 1.9, 24),
  );

const drawCooking = () =>
  page(
    workshop(W, H, { table: 446, windowX: 330, windowWidth: 520, stripes: ['#E9F4E4', '#CFE6D2'] }),
    steam(800, 226, 1.1),
    pot(806, 502, 1.56),
    chefHat(470, 470, 1.3, -6),
    pizza(420, 544, 1.3),
    tomato(180, 520, 46),
    tomato(258, 548, 34),
    tomato(110, 556, 30),
    carrot(1040, 458, 1.1, 50),
    carrot(1084, 500, 1.1, 64),
    path('M600 560q44-40 92-14q-34 36-92 14z', color.leafDark) +
      path('M620 570q54-22 92 8q-48 20-92-8z', color.leaf),
  );

const drawWorld = () =>
  page(
    lakeside(W, H, { waterline: 300, sunX: 600, sunY: 268, r: 132, seed: 51 }),
    bank(W, H, 430, -20),
    globe(600, 384, 1.6),
    bubble(300, 190, 290, 124, color.coral, '¡Hola!', 72, color.white, -1),
    bubble(910, 150, 300, 116, color.lake, 'Bonjour', 60),
    bubble(1010, 338, 210, 104, color.sun, 'Ciao', 56, color.ink),
    bubble(196, 396, 240, 104, color.cream, 'Hello', 56, color.lake, -1),
    openBook(860, 548, 1.3),
    books(360, 556, 0.9),
    bubble(600, 84, 180, 88, color.leafDark, 'Olá', 50),
    flowers(30, 180, 566, 7, 4, 1.2),
    flowers(1000, 1180, 560, 8, 12, 1.2),
  );

const drawStars = () =>
  page(
    night(W, H, { ground: 430, moonX: 980, moonY: 110 }),
    ringedPlanet(250, 140, 62),
    shootingStar(470, 200, 1.2),
    shootingStar(760, 130, 0.7),
    rocket(830, 264, 0.9, 28),
    hill(W, 520, 40, 4, H, ['#3C8466', '#1D5A4B'], 3),
    tufts(0, W, 540, 20, 3, ['#1D5A4B', '#2C6E5C'], 0.9),
    telescope(420, 356, 1.22),
    bellTent(900, 548, 1.2, ['#FCE3AE', '#D9B06A', color.coral]),
    campfire(672, 552, 0.66),
    pine(1130, 540, 300, ['#1B4650', '#143843']),
  );

export const carouselScenes = [
  drawSports,
  drawMusic,
  drawRobots,
  drawPainting,
  drawCooking,
  drawWorld,
  drawStars,
];
