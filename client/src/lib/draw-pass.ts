import { SCHOOL } from '@speakifyr/contract/school.ts';
import encodeQR from 'qr';

/** What somebody shows at the gate. */
export type Pass = {
  entryCode: string;
  /** Who it lets in. */
  name: string;
  className: string;
  /** When and where, as far as it is known. */
  lines: string[];
};

export const PASS_WIDTH = 720;
export const PASS_HEIGHT = 1080;
const MARGIN = 60;
const QR_SIZE = 560;
/** The edge that readers need around the code, in modules. */
const QUIET = 4;
const FONT = 'Figtree, system-ui, sans-serif';

type Canvas = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textAlign' | 'fillRect' | 'fillText' | 'measureText'
>;

/** Draws a pass: black on white, whatever the theme, because a reader at the gate must see it. R282 */
export function drawPass(canvas: Canvas, { entryCode, name, className, lines }: Pass): void {
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(0, 0, PASS_WIDTH, PASS_HEIGHT);
  canvas.fillStyle = '#000000';
  canvas.textAlign = 'center';
  let bottom = MARGIN;
  const write = (text: string, size: number, weight = 400) => {
    bottom += size * 1.4;
    canvas.font = `${weight} ${size}px ${FONT}`;
    canvas.fillText(shorten(text, canvas), PASS_WIDTH / 2, bottom - size * 0.3);
  };
  write(SCHOOL.name, 30);
  write(name, 52, 700);
  write(className, 36, 600);
  for (const line of lines) write(line, 28);
  drawCode(entryCode, canvas);
  bottom = PASS_HEIGHT - MARGIN - 96;
  write(entryCode, 68, 800);
}

/** The entry code as a QR code, above its text. */
function drawCode(entryCode: string, canvas: Canvas): void {
  const modules = encodeQR(entryCode, 'raw', { ecc: 'quartile', border: QUIET });
  const size = Math.floor(QR_SIZE / modules.length);
  const left = Math.floor((PASS_WIDTH - size * modules.length) / 2);
  const top = PASS_HEIGHT - MARGIN - 96 - size * modules.length;
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) canvas.fillRect(left + x * size, top + y * size, size, size);
    }),
  );
}

/** Cuts a text so that it is not wider than the pass. */
function shorten(text: string, canvas: Canvas): string {
  const room = PASS_WIDTH - 2 * MARGIN;
  if (canvas.measureText(text).width <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && canvas.measureText(`${letters.join('')}…`).width > room)
    letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** @returns the pass as a picture (PNG) */
export async function makePassPicture(pass: Pass): Promise<Blob> {
  const element = document.createElement('canvas');
  element.width = PASS_WIDTH;
  element.height = PASS_HEIGHT;
  const canvas = element.getContext('2d');
  if (!canvas) throw new Error('This browser draws no pictures');
  drawPass(canvas, pass);
  const picture = await new Promise<Blob | null>((made) => element.toBlob(made, 'image/png'));
  if (!picture) throw new Error('The picture of the pass could not be made');
  return picture;
}
