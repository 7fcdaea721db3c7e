/** Portraits of the demo school's people, 400 by 400. */
import { ground, portrait, shoulders, skins } from '../kit/faces.mjs';
import { circle, clip, color, line, oval, path, sheet, times } from '../kit/sheet.mjs';

const page = (person) => sheet(400, 400, portrait(person));
const onShirt = (body) => clip(path(shoulders, '#000'), body);
const openCollar = (tone) =>
  path('M166 296L150 312L182 346L200 326ZM234 296L250 312L218 346L200 326Z', tone);
const crew = (tone) => path('M160 302Q200 348 240 302L248 306Q200 366 152 306Z', tone);

export const instructorScenes = {
  'maren-solbakk': () =>
    page({
      skin: skins.rose,
      style: 'braid',
      hairTones: ['#F3CF7E', '#D9A950'],
      brow: '#B98A3C',
      lashes: true,
      freckles: true,
      top: ['#FFFDF6', '#EDE3CC'],
      collar:
        onShirt(
          times(5, (index) =>
            line(
              `M50 ${330 + index * 19}Q200 ${352 + index * 19} 350 ${330 + index * 19}`,
              color.lake,
              8,
            ),
          ),
        ) + crew(color.lake),
      backdrop: ground('#BFE3E2', '#E3F3E8', color.teal),
    }),
  'kenji-moriwake': () =>
    page({
      skin: skins.peach,
      style: 'short',
      hairTones: ['#2B2F38', '#191C24'],
      top: [color.sun, '#DB9A2B'],
      collar:
        path('M166 298Q200 352 234 298L226 292Q200 330 174 292Z', color.cream) +
        line('M200 346V400', '#B97F1E', 3) +
        circle(200, 368, 4.5, color.woodDark),
      eyewear: { kind: 'round', tone: color.navy },
      backdrop: ground('#F8C9A8', '#FDE3C4', color.coral),
    }),
  'adaeze-nwobodo': () =>
    page({
      skin: skins.deep,
      style: 'afro',
      hairTones: ['#3B2622', '#271716'],
      lashes: true,
      top: [color.coral, '#D2552F'],
      collar: crew('#B9472A'),
      extra:
        circle(134, 214, 9, 'none', { stroke: color.sun, 'stroke-width': 5 }) +
        circle(266, 214, 9, 'none', { stroke: color.sun, 'stroke-width': 5 }) +
        path('M108 128Q200 78 292 128Q288 110 276 100Q200 56 124 100Q112 110 108 128Z', color.sun),
      backdrop: ground('#CDE7D8', '#E9F5E4', color.leaf),
    }),
  'mateo-arrieta': () =>
    page({
      skin: skins.tan,
      style: 'waves',
      hairTones: ['#4A2E22', '#321D16'],
      beard: { kind: 'short', tone: '#3B241B' },
      top: [color.leafDark, '#20604A'],
      collar:
        path('M168 298L200 340L232 298L226 290H174Z', color.cream) +
        path('M168 298L200 340L232 298L226 290L200 326L174 290Z', '#E9DFC8') +
        openCollar('#267055'),
      backdrop: ground('#FBD9A0', '#FFECC2', color.sun),
    }),
  'leila-farahmandi': () =>
    page({
      skin: skins.olive,
      style: 'long',
      hairTones: ['#4B302B', '#2F1C1B'],
      lashes: true,
      top: ['#8C6A8E', '#654768'],
      collar:
        path('M160 302Q200 372 240 302L230 292Q200 340 170 292Z', skins.olive[0]) +
        line('M148 306L196 400M252 306L212 400', color.navy, 8),
      extra: circle(134, 216, 5, color.sunLight) + circle(266, 216, 5, color.sunLight),
      backdrop: ground('#F3D3C6', '#FBE8DC', '#C98BA0'),
    }),
  'oskar-brandtner': () =>
    page({
      skin: skins.rose,
      style: 'silverSides',
      hairTones: ['#D8D8D2', '#B1B4B0'],
      brow: '#9B9C96',
      beard: { kind: 'moustache', tone: '#C9C9C2' },
      top: [color.navy, '#102536'],
      collar:
        path(
          'M150 306Q200 344 250 306Q262 330 244 340Q200 362 156 340Q138 330 150 306Z',
          color.coral,
        ) + path('M226 344L258 400H222L208 352Z', '#D2552F'),
      extra:
        path(
          'M124 128C110 86 160 56 214 58C268 56 300 84 282 118C260 132 196 112 124 128Z',
          '#B9472A',
        ) +
        path('M128 126Q200 104 280 118L278 128Q200 116 132 136Z', color.rust) +
        line('M214 58Q218 48 226 46', color.rust, 6),
      backdrop: ground('#C9DDE6', '#E4EFF0', color.dusk),
    }),
  'paloma-urrestieta': () =>
    page({
      skin: skins.peach,
      style: 'bob',
      hairTones: ['#7A3E24', '#5B2B19'],
      lashes: true,
      top: [color.teal, '#156A73'],
      collar:
        path('M158 302Q200 356 242 302L230 292Q200 328 170 292Z', skins.peach[0]) +
        line('M170 316Q200 350 230 316', color.sunLight, 3.5) +
        circle(200, 336, 6, color.sun),
      eyewear: { kind: 'cat', tone: color.sunset },
      extra:
        times(
          6,
          (index) =>
            `<g transform="translate(270 128) rotate(${index * 60})">${oval(0, -13, 9, 13, color.coral)}</g>`,
        ) + circle(270, 128, 8, color.sunLight),
      backdrop: ground('#FCE0A8', '#FFF0CC', color.coral),
    }),
  'giulio-ferrantini': () =>
    page({
      skin: skins.olive,
      style: 'bald',
      hairTones: ['#3B2A22', '#3B2A22'],
      beard: { kind: 'full', tone: '#3B2A22' },
      top: ['#FFFFFF', '#EBE3D2'],
      collar:
        path('M156 304Q200 340 244 304L256 322Q200 366 144 322Z', color.coral) +
        path('M186 340L176 376L200 356L224 376L214 340Z', '#D2552F') +
        [372, 394].map((y) => circle(150, y, 5, '#C9BFA8') + circle(250, y, 5, '#C9BFA8')).join(''),
      backdrop: ground('#CDE5C6', '#E8F3DA', color.leafLight),
    }),
  'priya-vaidyalingam': () =>
    page({
      skin: skins.brown,
      style: 'sideBraid',
      hairTones: ['#2E2230', '#1B141F'],
      lashes: true,
      top: ['#2B5478', color.navy],
      collar:
        path('M160 302Q200 350 240 302L230 292Q200 326 170 292Z', skins.brown[0]) +
        onShirt(
          [
            [120, 356],
            [170, 382],
            [236, 366],
            [290, 350],
            [264, 392],
            [92, 390],
          ]
            .map(([x, y]) =>
              path(
                `M${x} ${y - 8}l2.5 5.5 6 .8-4.5 4.200 1.200 6-5.200-3-5.200 3 1.200-6-4.5-4.200 6-.8z`,
                color.sunLight,
              ),
            )
            .join(''),
        ),
      extra: path('M264 210l3.5 7 8 1-6 5 1.5 8-7-4-7 4 1.5-8-6-5 8-1z', color.sun),
      backdrop: ground('#33567A', '#4F7694', '#1E3B57'),
    }),
};

export const peopleScenes = {
  admin: () =>
    page({
      skin: skins.rose,
      style: 'silverBob',
      hairTones: ['#E4E2DC', '#BFC1BE'],
      brow: '#8F8E8A',
      lashes: true,
      top: [color.lake, color.lakeDeep],
      collar:
        path('M164 298L200 362L236 298L226 288H174Z', color.cream) +
        path('M164 298L140 318L186 400L204 372ZM236 298L260 318L214 400L198 372Z', '#0A5560'),
      extra: circle(135, 214, 5.5, color.sun) + circle(265, 214, 5.5, color.sun),
      backdrop: ground('#FBD3A8', '#FFE8C6', color.coral),
    }),
  student: () =>
    page({
      skin: skins.rose,
      style: 'ponytail',
      hairTones: ['#D9713C', '#B3532A'],
      freckles: true,
      top: [color.sun, '#E09E2C'],
      collar:
        path(
          'M140 308Q200 366 260 308Q268 340 240 352Q200 372 160 352Q132 340 140 308Z',
          '#FFD371',
        ) + line('M182 354V388M218 354V388', color.cream, 4.5),
      backdrop: ground('#BFE3E2', '#DDF2EC', color.leaf),
    }),
};
