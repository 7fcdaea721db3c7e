/** The camp at noon: the picture of the home page, wide, and narrow for phones. */
import { balloon, canoe, duck, jetty, kite, sailboat } from '../kit/boats.mjs';
import { bellTent, bunting, stump, tent } from '../kit/camp.mjs';
import { birds, cloud, hill, lake, mountain, reflect, sky, sun } from '../kit/land.mjs';
import { flowers, lilies, pine, pines, reeds, roundTree, tufts, twig } from '../kit/plants.mjs';
import { color, fade, line, path, sheet } from '../kit/sheet.mjs';
import { blanket, guitar } from '../kit/things.mjs';

const warmNoon = ['#79C6D3', '#BDE5E1', ['#FFF0CF', 0.82], '#FFE0AE'];
const WATERLINE = 560;

function drawFarShore(w) {
  return (
    mountain(w * 0.2, WATERLINE, 620, 250) +
    mountain(w * 0.42, WATERLINE, 520, 180, ['#A0C6CC', '#83B1BC']) +
    mountain(w * 0.88, WATERLINE, 640, 220, ['#9BC4CB', '#7DAEBB']) +
    hill(w, 500, 90, 11, WATERLINE + 2, ['#B3D9C2', '#8FC5AC'], 5) +
    hill(w, 540, 60, 23, WATERLINE + 2, ['#85BF86', '#62A678'], 6) +
    pines(0, w * 0.34, WATERLINE - 2, 15, 84, 3, ['#3F8A68', '#2D6F5A']) +
    pines(w * 0.74, w, WATERLINE - 2, 14, 92, 8, ['#3F8A68', '#2D6F5A'])
  );
}

function drawLake(w, h, sunX, sunY, r) {
  const shore = drawFarShore(w);
  return (
    sky(w, WATERLINE + 60, warmNoon) +
    sun(sunX, sunY, r) +
    shore +
    lake(w, WATERLINE, h - WATERLINE, { shine: sunX, ripples: 40 }) +
    reflect(w, WATERLINE, 210, shore, 0.22)
  );
}

export function drawHero() {
  const [w, h] = [1600, 1100];
  return sheet(
    w,
    h,
    drawLake(w, h, 1040, 300, 128) +
      cloud(330, 150, 1.25) +
      cloud(1420, 210, 0.85) +
      cloud(690, 100, 0.7, color.white, 0.85) +
      birds(800, 230, 1.1, '#3C6B7C') +
      balloon(560, 300, 0.86) +
      sailboat(1340, 606, 0.66, [color.cream, color.sun], [color.white, color.teal]) +
      sailboat(800, 586, 0.36) +
      drawMeadow() +
      canoe(1080, 790, 0.9) +
      duck(1330, 760, 0.62) +
      duck(1416, 784, 0.4) +
      jetty(1190, 894, 430) +
      kite(
        1236,
        190,
        1.05,
        18,
        undefined,
        line('M1222 254C1100 420 980 540 904 640', color.cream, 2.4),
      ) +
      drawCamp() +
      drawForeground() +
      lilies(1236, 1010, 0.9) +
      reeds(1500, 1110, 1.5, -2) +
      reeds(1390, 1120, 1, 3) +
      twig(w + 20, 40, 1.7, 168) +
      twig(w + 10, -40, 1.5, 150, ['#3D8A52', color.leafLight]),
  );
}

function drawMeadow() {
  return (
    path('M0 640Q240 600 430 640T790 740Q900 790 1010 900T1120 1100H0Z', '#EBCF94') +
    path(
      'M0 622Q240 586 420 628T770 726Q880 776 980 890T1070 1100H0Z',
      fade('#8CC663', '#6DB058'),
    ) +
    path('M0 690Q260 640 470 700T860 850Q940 930 960 1100H0Z', '#A3D06C', { opacity: 0.65 }) +
    path('M0 900Q320 800 640 900T980 1100H0Z', fade('#5FA356', '#468F4F'))
  );
}

function drawCamp() {
  return (
    roundTree(70, 700, 300) +
    pine(208, 680, 210) +
    bellTent(520, 740, 1.25) +
    tent(270, 800, 1.5) +
    tent(716, 806, 1.02, [color.teal, '#17707C', color.lakeDeep]) +
    bunting(-10, 470, 520, 508, 60, 11, 1.15) +
    bunting(520, 508, 904, 632, 56, 8, 1) +
    line('M904 626V846', color.woodDark, 9)
  );
}

function drawForeground() {
  return (
    tufts(30, 480, 856, 9, 4, ['#5FA356', '#4C9150']) +
    blanket(510, 975, 1.25) +
    stump(872, 940, 1) +
    guitar(812, 905, 1.1, 15) +
    tufts(-20, 330, 1060, 16, 9, [color.leafDark, '#3D8A52'], 1.6) +
    flowers(10, 330, 1040, 13, 6, 1.5) +
    flowers(860, 980, 1040, 7, 14, 1.3) +
    tufts(840, 1060, 1082, 8, 17, [color.leafDark, '#3D8A52'], 1.5)
  );
}

export function drawHeroPortrait() {
  const [w, h] = [900, 1125];
  return sheet(
    w,
    h,
    drawLake(w, h, 600, 300, 120) +
      cloud(210, 130, 1.05) +
      birds(400, 190, 1, '#3C6B7C') +
      balloon(250, 340, 0.84) +
      kite(
        780,
        180,
        0.95,
        18,
        undefined,
        line('M768 240C790 420 800 560 800 694', color.cream, 2.4),
      ) +
      sailboat(760, 616, 0.72, [color.cream, color.sun], [color.white, color.teal]) +
      path('M0 676Q240 640 420 700T900 812V1125H0Z', '#EBCF94') +
      path('M0 660Q240 626 420 690T900 800V1125H0Z', fade('#8CC663', '#6DB058')) +
      path('M0 900Q320 820 600 900T960 930V1125H0Z', fade('#5FA356', '#468F4F')) +
      bellTent(230, 790, 1.25) +
      tent(560, 856, 1.3) +
      bunting(-10, 540, 230, 560, 30, 6, 1.1) +
      bunting(230, 560, 800, 700, 50, 13, 1) +
      line('M800 694V850', color.woodDark, 8) +
      blanket(330, 1020, 1.1) +
      stump(748, 1000, 0.95) +
      guitar(692, 966, 1.04, 15) +
      tufts(0, 900, 1098, 18, 9, [color.leafDark, '#3D8A52'], 1.6) +
      flowers(10, 250, 1090, 7, 6, 1.4) +
      flowers(680, 890, 1080, 9, 14, 1.4) +
      twig(920, 20, 1.3, 166),
  );
}
