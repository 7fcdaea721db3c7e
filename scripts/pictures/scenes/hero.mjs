import { bellTent, bunting, canoe, duck, jetty, kite, sailboat, tent } from '../kit/camp.mjs';
import { birds, cloud, flowers, hill, lake, mountain, noonSky, pine, pines, reflect, roundTree, sky, sun, tufts, twig } from '../kit/land.mjs';
import { blanket, guitar } from '../kit/things.mjs';
import { color, line, path, sheet } from '../kit/sheet.mjs';

const farTones = ['#A9D2C4', '#8CC2B0'];
const midTones = ['#7DB887', '#5FA37A'];

/** The far shore, in scene units 1600 wide with the water line at 560. */
function drawFarShore(w) {
  return (
    mountain(w * 0.2, 560, 620, 250) +
    mountain(w * 0.43, 560, 520, 180, ['#A0C6CC', '#83B1BC']) +
    mountain(w * 0.86, 560, 640, 220, ['#9BC4CB', '#7DAEBB']) +
    hill(w, 500, 90, 11, 562, farTones, 5) +
    hill(w, 540, 60, 23, 562, midTones, 6) +
    pines(0, w * 0.34, 558, 15, 84, 3, ['#3F8A68', '#2D6F5A']) +
    pines(w * 0.72, w, 558, 14, 92, 8, ['#3F8A68', '#2D6F5A'])
  );
}

export function drawHero() {
  const w = 1600;
  const shore = drawFarShore(w);
  return sheet(
    w,
    1100,
    sky(w, 620, noonSky) +
      sun(1010, 300, 118) +
      cloud(300, 170, 1.25) +
      cloud(1330, 130, 1.05) +
      cloud(690, 120, 0.7, color.white, 0.8) +
      birds(760, 240, 1.1, '#3C6B7C') +
      shore +
      lake(w, 560, 560, { shine: 1010 }) +
      reflect(w, 560, 210, shore, 0.22) +
      sailboat(1230, 596, 0.62, [color.cream, color.sun], [color.white, color.teal]) +
      sailboat(560, 582, 0.4) +
      drawMeadow() +
      canoe(1020, 836, 0.92) +
      duck(1330, 800, 0.62) +
      duck(1416, 822, 0.4) +
      jetty(1160, 890, 460) +
      kite(1180, 190, 1.05, 18, undefined, line('M1160 250C1000 420 900 520 742 690', color.cream, 2.4)) +
      kite(420, 330, 0.62, -16, [color.teal, color.cream, color.coral, color.sun]) +
      drawCamp() +
      drawForeground(w),
  );
}

function drawMeadow() {
  return (
    path('M0 640Q240 600 430 640T790 740Q900 790 1010 900T1120 1100H0Z', '#E9CB8E') +
    path('M0 622Q240 586 420 628T770 726Q880 776 980 890T1070 1100H0Z', '#7FBB5C') +
    path('M0 690Q260 640 470 700T860 850Q940 930 960 1100H0Z', '#93C766', { opacity: 0.8 }) +
    path('M0 900Q320 800 640 900T980 1100H0Z', '#5FA356')
  );
}

function drawCamp() {
  return (
    roundTree(70, 700, 300) +
    pine(208, 680, 210) +
    bellTent(520, 740, 1.25) +
    tent(270, 800, 1.5) +
    tent(700, 812, 1.05, [color.teal, '#17707C', color.lakeDeep]) +
    bunting(-10, 470, 520, 508, 60, 11, 1.15) +
    bunting(520, 508, 900, 640, 56, 8, 1) +
    line('M902 630V850', color.woodDark, 9)
  );
}

function drawForeground(w) {
  return (
    tufts(40, 900, 850, 20, 4, ['#5FA356', '#4C9150']) +
    blanket(560, 985, 1.25) +
    guitar(842, 905, 1.12, 24) +
    tufts(-20, 480, 1050, 22, 9, [color.leafDark, '#3D8A52'], 1.6) +
    flowers(20, 420, 1030, 16, 6, 1.5) +
    flowers(880, 1000, 1040, 7, 14, 1.2) +
    tufts(860, 1100, 1080, 9, 17, [color.leafDark, '#3D8A52'], 1.5) +
    twig(w + 20, 40, 1.9, 168) +
    twig(w + 10, -40, 1.7, 150, ['#3D8A52', color.leafLight])
  );
}
