import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { drawPass, type Pass, PASS_HEIGHT, PASS_WIDTH } from './draw-pass.ts';

const pass: Pass = {
  entryCode: 'GTR-101',
  name: 'Mia Feldsee',
  className: 'Guitar',
  lines: ['Mon 14 – Fri 18 June', 'Barn, Room 12'],
};

/** A canvas that keeps its texts, and its rectangles as pixels. Each letter is 20 pixels wide. */
function draw(changes: Partial<Pass> = {}) {
  const pixels = new Uint8ClampedArray(PASS_WIDTH * PASS_HEIGHT * 4);
  const texts: { text: string; bottom: number }[] = [];
  const canvas = {
    fillStyle: '',
    font: '',
    textAlign: 'start' as const,
    fillRect(left: number, top: number, width: number, height: number) {
      const value = canvas.fillStyle === '#000000' ? 0 : 255;
      for (let y = top; y < top + height; y += 1) {
        const start = (y * PASS_WIDTH + left) * 4;
        pixels.fill(value, start, start + width * 4);
      }
    },
    fillText: (text: string, _x: number, bottom: number) => void texts.push({ text, bottom }),
    measureText: (text: string) => ({ width: text.length * 20 }) as TextMetrics,
  };
  drawPass(canvas, { ...pass, ...changes });
  return { texts, code: jsQR(pixels, PASS_WIDTH, PASS_HEIGHT) };
}

// Rules: R282.
test('another program reads the entry code from the picture', () => {
  expect(draw().code?.data).toBe('GTR-101');
  expect(draw({ entryCode: 'XYZ-10234567' }).code?.data).toBe('XYZ-10234567');
});

test('a pass says who goes where and when, above the code, and the code in letters below it', () => {
  const { texts, code } = draw();
  expect(texts.map(({ text }) => text)).toEqual([
    'SPEAKIFYR',
    'Mia Feldsee',
    'Guitar',
    'Mon 14 – Fri 18 June',
    'Barn, Room 12',
    'GTR-101',
  ]);
  const top = code?.location.topLeftCorner.y ?? 0;
  expect(texts.slice(0, -1).every(({ bottom }) => bottom < top)).toBe(true);
});

test('a long name is cut at the edge', () => {
  expect(draw({ name: 'Maximilian '.repeat(9) }).texts[1]?.text).toMatch(/^Maximilian .{10,20}…$/);
});
