import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerUpload } from '../testing/server.ts';
import { uploadImage } from './upload-image.ts';

const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const part = (marker: number, content: number[]) => [
  ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff],
  ...content,
];
const PICTURE = [
  ...part(0xdb, [0, ...Array<number>(64).fill(1)]),
  ...part(0xc0, [8, 0, 30, 0, 40, 1, 1, 0x11, 0]),
  ...part(0xda, [1, 1, 0, 0, 63, 0]),
  ...[1, 2, 0xff, 0, 3],
];
const HOME = 'HOME-GPS-23-42-12';

const drawn = vi.fn();
/** What the browser's canvas gives for each quality. */
let makeFile: (quality: number) => number[];
const closed = vi.fn();

beforeEach(() => {
  drawn.mockClear();
  makeFile = () => [0xff, 0xd8, ...PICTURE, 0xff, 0xd9];
  vi.spyOn(globalThis, 'createImageBitmap').mockResolvedValue({
    ...{ width: 4_000, height: 3_000 },
    close: closed,
  });
  const context = { drawImage: drawn, fillRect() {} } as Partial<CanvasRenderingContext2D>;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type, quality) => {
    expect(type).toBe('image/jpeg');
    const bytes = Uint8Array.from(makeFile(quality as number));
    give({ arrayBuffer: () => Promise.resolve(bytes.buffer) } as Partial<Blob> as Blob);
  });
});

/** @returns the file as the image host gets it */
async function upload(file: File): Promise<{ name: string; type: string; bytes: number[] }> {
  const sent: File[] = [];
  answerUpload((form) => {
    sent.push(form.get('file') as File);
    return { body: { secure_url: 'https://images.test/1.jpg' } };
  });
  expect(await uploadImage(file)).toBe('https://images.test/1.jpg');
  const [{ name, type } = new File([], ''), ...others] = sent;
  expect(others).toEqual([]);
  return { name, type, bytes: await readBytes(sent[0] as File) };
}

/** jsdom's files have no `arrayBuffer`. */
function readBytes(file: File): Promise<number[]> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve([...new Uint8Array(reader.result as ArrayBuffer)]);
    reader.readAsArrayBuffer(file);
  });
}

const letters = (bytes: number[]) => String.fromCharCode(...bytes);

// Rules: R549.
describe('a picture leaves the browser without what the camera wrote', () => {
  // However the place is written into a file: it is the drawing that is sent, never the file.
  test.each([
    ['JPEG with Exif', 'home.jpg', 'image/jpeg', part(0xe1, text(`Exif\0\0${HOME}`))],
    [
      'JPEG with XMP',
      'home.jpg',
      'image/jpeg',
      part(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${HOME}`)),
    ],
    ['JPEG with IPTC', 'home.jpg', 'image/jpeg', part(0xed, text(`Photoshop 3.0\0${HOME}`))],
    ['JPEG with a comment', 'home.jpg', 'image/jpeg', part(0xfe, text(HOME))],
    ['JPEG with a small copy', 'home.jpg', 'image/jpeg', part(0xe0, text(`JFXX\0${HOME}`))],
    ['PNG with eXIf', 'home.png', 'image/png', text(`\x89PNG\r\n\x1a\neXIf${HOME}`)],
    ['PNG with tEXt', 'home.png', 'image/png', text(`\x89PNG\r\n\x1a\ntEXtLocation\0${HOME}`)],
    ['WebP with EXIF', 'home.webp', 'image/webp', text(`RIFF\0\0\0\0WEBPEXIF${HOME}`)],
    ['WebP with XMP', 'home.webp', 'image/webp', text(`RIFF\0\0\0\0WEBPXMP ${HOME}`)],
    ['AVIF', 'home.avif', 'image/avif', text(`\0\0\0\x20ftypavif${HOME}`)],
    ['HEIC', 'home.heic', 'image/heic', text(`\0\0\0\x20ftypheic${HOME}`)],
    ['GIF with a comment', 'home.gif', 'image/gif', text(`GIF89a${HOME}`)],
  ])('%s', async (_what, name, type, content) => {
    const { bytes, ...sent } = await upload(new File([Uint8Array.from(content)], name, { type }));
    expect(letters(bytes)).not.toContain('HOME');
    expect(sent).toEqual({ name: 'picture.jpg', type: 'image/jpeg' });
    expect(bytes).toEqual([0xff, 0xd8, ...PICTURE, 0xff, 0xd9]);
    expect(closed).toHaveBeenCalled();
  });

  test.each([
    ['Exif', part(0xe1, text(`Exif\0\0${HOME}`))],
    [
      'JFIF and a profile',
      [...part(0xe0, text('JFIF')), ...part(0xe2, text(`ICC_PROFILE${HOME}`))],
    ],
  ])('nor with %s that the browser’s own canvas adds', async (_what, added) => {
    makeFile = () => [0xff, 0xd8, ...added, ...PICTURE, 0xff, 0xd9];
    const { bytes } = await upload(new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    expect(bytes).toEqual([0xff, 0xd8, ...PICTURE, 0xff, 0xd9]);
  });

  test('a large one is made smaller, in the same shape', async () => {
    await upload(new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    expect(drawn).toHaveBeenCalledExactlyOnceWith(expect.anything(), 0, 0, 2_048, 1_536);
  });

  test('if the browser makes no picture of it, nothing is sent', async () => {
    makeFile = () => [];
    const sent = vi.fn(() => ({ body: {} }));
    answerUpload(sent);
    await expect(uploadImage(new File(['x'], 'me.jpg'))).rejects.toThrow('can’t redraw');
    expect(sent).not.toHaveBeenCalled();
  });

  test('no other file knows where pictures are uploaded', () => {
    const root = join(import.meta.dirname, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\W/.test(file))
      .filter((file) =>
        /imageUpload(Url|Preset|Cloud)/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(files.toSorted()).toEqual(['lib/config.ts', 'lib/upload-image.ts']);
  });
});
