/** Balls, goals, chess, buoys: what is played with. */
import { box, circle, clip, color, fade, line, oval, path, place, sweep, times } from './sheet.mjs';

export function football(x, y, scale, turn = 0) {
  const patch = (px, py, size, rot) =>
    `<g transform="translate(${px} ${py}) rotate(${rot}) scale(${size})">${path('M0-19L18-6L11 15H-11L-18-6Z', color.navy)}</g>`;
  return place(
    x,
    y,
    scale,
    circle(0, 0, 60, fade('#FFFFFF', '#F3E9D6')) +
      clip(
        circle(0, 0, 60, '#000'),
        line('M0-19V-60M18-6L56-18M11 15L36 50M-11 15L-36 50M-18-6L-56-18', color.navy, 3.5) +
          patch(0, 0, 1, 0) +
          patch(0, -58, 1, 180) +
          patch(55, -18, 1, 108) +
          patch(34, 48, 1, 36) +
          patch(-34, 48, 1, -36) +
          patch(-55, -18, 1, -108) +
          path('M-60-10Q-50 62 60 40V70H-60Z', color.navy, { opacity: 0.16 }) +
          oval(-20, -30, 22, 14, color.white, { opacity: 0.5 }),
      ),
    turn,
  );
}

export function goal(x, y, scale) {
  return place(
    x,
    y,
    scale,
    times(9, (index) =>
      line(`M${-128 + index * 32} -112L${-112 + index * 28} 0`, color.white, 1.6, {
        opacity: 0.75,
      }),
    ) +
      times(6, (index) =>
        line(`M${-132 + index * 3} ${-96 + index * 19}H${132 - index * 3}`, color.white, 1.6, {
          opacity: 0.75,
        }),
      ) +
      line('M-136 0V-118H136V0', '#FFFDF6', 10) +
      line('M-139 0V-118', '#D9CDB4', 3),
  );
}

export function cone(x, y, scale) {
  return place(
    x,
    y,
    scale,
    oval(0, 2, 30, 6, color.ink, { opacity: 0.2 }) +
      path('M-28 0H28L20-8H-20Z', '#C9502C') +
      path('M-18-6L-5-56H5L18-6Z', sweep('#D9572F', color.coral)) +
      path('M-13-26L-9-40H9L13-26Z', color.cream),
  );
}

const pieces = {
  pawn: 'M-20 0H20Q18-14 10-18Q6-34 8-46H14V-54H-14V-46H-8Q-6-34-10-18Q-18-14-20 0Z M0-50a17 17 0 1 0-.1 0z',
  rook: 'M-26 0H26Q24-14 16-20L14-66H24V-96H12V-84H6V-96H-6V-84H-12V-96H-24V-66H-14L-16-20Q-24-14-26 0Z',
  knight:
    'M-26 0H26Q24-14 18-18Q34-60 12-88Q6-98-6-98L-8-108L-16-96Q-34-84-40-58Q-40-48-30-48Q-20-58-6-58Q-22-40-18-18Q-24-14-26 0Z',
  bishop:
    'M-24 0H24Q22-14 14-18Q8-36 10-50H18V-58H10Q26-74 10-96Q4-104 0-110Q-4-104-10-96Q-26-74-10-58H-18V-50H-10Q-8-36-14-18Q-22-14-24 0Z',
  queen:
    'M-28 0H28Q26-16 16-20Q10-44 14-70H22V-78H14L32-118L14-102L0-126L-14-102L-32-118L-14-78H-22V-70H-14Q-10-44-16-20Q-26-16-28 0Z',
  king: 'M-28 0H28Q26-16 16-20Q10-44 14-72H22V-80H16Q30-100 22-112Q10-122 4-112V-122H12V-130H4V-140H-4V-130H-12V-122H-4V-112Q-10-122-22-112Q-30-100-16-80H-22V-72H-14Q-10-44-16-20Q-26-16-28 0Z',
};

/** A chess piece: pawn, rook, knight, bishop, queen or king; light or dark wood. */
export function chessPiece(kind, x, y, scale, tones = ['#FFF4D9', '#E2C48A']) {
  const [lit, shade] = tones;
  return place(
    x,
    y,
    scale,
    oval(6, 0, 36, 8, color.ink, { opacity: 0.22 }) +
      path(pieces[kind], sweep(shade, [lit, 0.45], lit)) +
      (kind === 'knight'
        ? circle(-14, -76, 3.5, color.ink) + line('M10-84Q22-56 10-22', shade, 4)
        : '') +
      path('M-30 0H30V8Q0 14-30 8Z', shade) +
      box(-18, -24, 36, 6, shade, 3),
  );
}

/** A chess board lying on a table, seen from the front: 520 wide. */
export function chessBoard(x, y, scale) {
  const rows = 5;
  const edge = (row) => 150 + row * 26;
  return place(
    x,
    y,
    scale,
    path('M-160-6H160L296 152H-296Z', color.wood) +
      times(rows, (row) =>
        times(8, (col) => {
          const [top, low] = [row * 28, (row + 1) * 28];
          const left = (at, half) => -half + (at * half) / 4;
          const d = `M${left(col, edge(row))} ${top}L${left(col + 1, edge(row))} ${top}L${left(col + 1, edge(row + 1))} ${low}L${left(col, edge(row + 1))} ${low}Z`;
          return path(d, (row + col) % 2 ? '#A8693B' : '#FFF0CF');
        }),
      ) +
      path('M-296 152H296V166H-296Z', color.woodDark),
  );
}

export function buoy(x, y, scale) {
  return place(
    x,
    y,
    scale,
    path('M-34 10q34 12 70 0q-20 14-36 14t-34-14z', color.foam, { opacity: 0.5 }) +
      path('M-26 12L-14-46H14L26 12Q0 20-26 12Z', sweep('#D9572F', color.coral)) +
      path('M-20-14L-16-34H16L20-14Z', color.cream) +
      line('M0-46V-72', color.woodDark, 4) +
      circle(0, -76, 7, color.sunLight),
  );
}

export function lifebelt(x, y, scale, turn = 0) {
  return place(
    x,
    y,
    scale,
    circle(0, 0, 46, 'none', { stroke: color.cream, 'stroke-width': 26 }) +
      circle(0, 0, 46, 'none', {
        stroke: color.coral,
        'stroke-width': 26,
        'stroke-dasharray': '36.13 36.13',
      }) +
      circle(0, 0, 59, 'none', { stroke: color.wheat, 'stroke-width': 3 }) +
      path('M-44-30A52 52 0 0 1 10-52', 'none', {
        stroke: color.white,
        'stroke-width': 5,
        opacity: 0.6,
        'stroke-linecap': 'round',
      }),
    turn,
  );
}
