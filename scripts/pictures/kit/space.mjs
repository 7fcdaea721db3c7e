/** The world and what is around it: globe, telescope, rocket, planet, shooting stars. */
import { box, circle, clip, color, fade, glow, line, oval, path, place, sweep } from './sheet.mjs';

export function globe(x, y, scale) {
  const land =
    'M-52-40Q-30-66-8-58Q4-44-14-34Q-10-18-30-14Q-34 6-46-2Q-64-16-52-40ZM-18 6Q4-2 14 12Q16 34-4 52Q-18 40-20 24ZM22-52Q48-54 62-28Q66-6 50-6Q44-22 30-20Q18-34 22-52ZM40 22Q56 18 58 28Q46 44 34 40Z';
  return place(
    x,
    y,
    scale,
    oval(0, 122, 66, 9, color.ink, { opacity: 0.2 }) +
      path('M-44 120Q0 92 44 120Z', color.woodDark) +
      box(-7, 84, 14, 28, color.wood) +
      path('M-50-72A88 88 0 1 0 66-58', 'none', {
        stroke: color.wood,
        'stroke-width': 9,
        'stroke-linecap': 'round',
      }) +
      circle(0, 0, 74, glow(['#8FD6DA', 0], [color.teal, 1])) +
      clip(
        circle(0, 0, 74, '#000'),
        path(land, color.leafLight) +
          path('M-74 0Q-30 80 74 30V90H-74Z', color.lakeDeep, { opacity: 0.22 }) +
          oval(-26, -34, 26, 18, color.white, { opacity: 0.22 }),
      ),
  );
}

export function telescope(x, y, scale, turn = -32) {
  return (
    place(
      x,
      y,
      scale,
      line('M0 0L-62 176M0 0L62 176M0 0L6 184', color.woodDark, 10) +
        line('M3 0L65 176', color.woodLight, 3) +
        box(-18, -12, 36, 30, color.navy, 8),
    ) +
    place(
      x,
      y - 10 * scale,
      scale,
      box(-128, -20, 90, 38, sweep('#D9C39A', '#F7EBD2'), 6) +
        box(-46, -27, 150, 52, fade(color.coral, '#B9472A'), 8) +
        box(92, -34, 66, 66, fade('#F7EBD2', '#D9C39A'), 8) +
        box(150, -38, 14, 74, color.sun, 5) +
        box(-146, -13, 24, 24, color.navy, 5) +
        box(-46, -18, 150, 8, color.white, 4, { opacity: 0.35 }) +
        box(-52, -30, 12, 58, color.sun, 4),
      turn,
    )
  );
}

export function rocket(x, y, scale, turn = 20) {
  return place(
    x,
    y,
    scale,
    path('M-16 60Q0 130 16 60Z', color.sun) +
      path('M-9 60Q0 96 9 60Z', color.cream) +
      path('M-26 20L-54 66L-24 58ZM26 20L54 66L24 58Z', color.coral) +
      path('M0-92Q38-46 28 62H-28Q-38-46 0-92Z', sweep('#E8DDC6', '#FFFDF6')) +
      path('M0-92Q20-68 26-40H-26Q-20-68 0-92Z', color.coral) +
      circle(0, -8, 15, color.navy) +
      circle(0, -8, 10, color.aqua) +
      box(-28, 48, 56, 12, color.teal, 3),
    turn,
  );
}

export function ringedPlanet(x, y, r, tones = ['#F6C177', '#E0844F']) {
  return place(
    x,
    y,
    r / 50,
    `<g transform="rotate(-18)">${path('M-96 0A96 26 0 0 1 96 0', 'none', { stroke: '#F3DFB9', 'stroke-width': 9, opacity: 0.7 })}${circle(0, 0, 50, fade(...tones))}${clip(circle(0, 0, 50, '#000'), box(-60, -22, 120, 10, color.white, 0, { opacity: 0.22 }) + box(-60, 8, 120, 14, color.rust, 0, { opacity: 0.2 }))}${path('M-96 0A96 26 0 0 0 96 0', 'none', { stroke: '#FFF0CF', 'stroke-width': 9 })}</g>`,
  );
}

export function shootingStar(x, y, scale) {
  return place(
    x,
    y,
    scale,
    path('M0 0L170-96L6 12Z', sweep(['#FFF6DA', 0, 0.95], ['#FFF6DA', 1, 0])) +
      path('M0-16l5 11 12 1-9 8 3 12-11-7-11 7 3-12-9-8 12-1z', '#FFF6DA'),
  );
}
