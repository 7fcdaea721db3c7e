/**
 * What the photo of a child is: a small square JPEG with the picture and nothing else, so no place, time or camera. The
 * browser makes it, and the server takes nothing else.
 */

/** The width and the height of a child's photo. */
export const PHOTO_PIXELS = 256;
/** As base64, it fits into a request of MAX_BODY_BYTES. */
export const MAX_PHOTO_BYTES = 24_000;

/** The second byte of a JPEG's markers. The first one is 0xff. */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Baseline and progressive: the header with the picture's size. */
const FRAMES = [0xc0, 0xc2];
/** Tables for decoding the picture: Huffman, quantization and the restart interval. */
const TABLES = [0xc4, 0xdb, 0xdd];
const PICTURE = [...FRAMES, ...TABLES, SCAN];

/** A part of a JPEG. It ends where the next one begins. */
type Segment = { marker: number; start: number; end: number };

/**
 * R420
 * @returns whether the bytes are what `leaveOnlyPicture` makes of a square of the right size
 */
export function isPhotoFile(bytes: Uint8Array): boolean {
  const segments = bytes.length <= MAX_PHOTO_BYTES ? readSegments(bytes) : null;
  if (!segments?.every(({ marker }) => PICTURE.includes(marker))) return false;
  const size = measureJpeg(bytes);
  return size?.width === PHOTO_PIXELS && size.height === PHOTO_PIXELS;
}

/** @returns how large the picture in a JPEG is, in pixels; null if the bytes are no whole JPEG with one picture */
export function measureJpeg(bytes: Uint8Array): { width: number; height: number } | null {
  const segments = readSegments(bytes) ?? [];
  const [frame, ...others] = segments.filter(({ marker }) => FRAMES.includes(marker));
  if (!frame || others.length > 0 || !segments.some(({ marker }) => marker === SCAN)) return null;
  return {
    height: readNumber(bytes, frame.start + 5),
    width: readNumber(bytes, frame.start + 7),
  };
}

/**
 * Strips everything but the picture from a JPEG. Safari, for one, adds Exif to what a canvas gives.
 * @returns a new JPEG; null if the bytes are none
 */
export function leaveOnlyPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const segments = readSegments(bytes);
  if (!segments) return null;
  const kept = segments
    .filter(({ marker }) => PICTURE.includes(marker))
    .map(({ start, end }) => bytes.subarray(start, end));
  const parts = [Uint8Array.of(0xff, START), ...kept, Uint8Array.of(0xff, END)];
  const picture = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    picture.set(part, end);
    end += part.length;
  }
  return picture;
}

/** @returns what is between the start and the end of a JPEG; null if it is not one, or goes on after its end */
function readSegments(bytes: Uint8Array): Segment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const segments: Segment[] = [];
  let start = 2;
  while (bytes[start] === 0xff) {
    const marker = bytes[start + 1] ?? END;
    if (marker === END) return start + 2 === bytes.length ? segments : null;
    const length = readNumber(bytes, start + 2);
    // The length counts its own two bytes.
    if (length < 2) return null;
    const header = start + 2 + length;
    const end = marker === SCAN ? findScanEnd(bytes, header) : header;
    segments.push({ marker, start, end });
    start = end;
  }
  return null;
}

/** @returns where the next marker is: in a scan, 0xff stands before 0x00, or before a number that restarts the reader */
function findScanEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length) {
    const next = bytes[end + 1] ?? 0;
    if (bytes[end] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) break;
    end += 1;
  }
  return end;
}

/** Two bytes, the higher one first. */
function readNumber(bytes: Uint8Array, start: number): number {
  return (bytes[start] ?? 0) * 256 + (bytes[start + 1] ?? 0);
}
