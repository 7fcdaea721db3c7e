import {
  isPhotoFile,
  leaveOnlyPicture,
  MAX_PHOTO_BYTES,
  PHOTO_PIXELS,
} from '@speakifyr/contract/photo-file.ts';

/** Makes the small square photo that the school accepts from any picture, without leaving the browser. */

/** Which square of a picture is the photo. */
export type Crop = {
  /** 1 is the largest square that fits. */
  zoom: number;
  /** Where the square is in the room that is left, from 0 to 1. */
  across: number;
  down: number;
};

/** In portraits, faces are above the middle. */
export const FIRST_CROP: Crop = { zoom: 1, across: 0.5, down: 0.4 };

export const MAX_ZOOM = 4;

/** The best first. The last one fits every picture, except noise. */
const QUALITIES = [0.85, 0.75, 0.6, 0.45, 0.3];

/** Why a picture can't be the photo, for the person to read. */
export class PictureProblem extends Error {
  override name = 'PictureProblem';
}

/**
 * Opens a picture, turned as the camera was held.
 * @throws {PictureProblem} if this browser can't
 */
export async function openPicture(file: File): Promise<ImageBitmap> {
  const isHeic = /hei[cf]/i.test(`${file.type} ${file.name}`);
  if (!isHeic && !file.type.startsWith('image/'))
    throw new PictureProblem(
      'This is not a picture. Please choose a photo, such as a JPEG or PNG.',
    );
  try {
    return await createImageBitmap(file);
  } catch {
    throw new PictureProblem(
      isHeic
        ? 'This browser can’t open HEIC photos. Please save it as JPEG, or choose it on your iPhone.'
        : 'We can’t open this picture. Please choose another one.',
    );
  }
}

/** Draws the square of a picture on a canvas. */
export function drawPhoto(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { zoom, across, down }: Crop,
): void {
  const side = Math.min(picture.width, picture.height) / zoom;
  const [left, top] = [(picture.width - side) * across, (picture.height - side) * down];
  canvas.width = canvas.height = PHOTO_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureProblem(NO_CANVAS);
  context.imageSmoothingQuality = 'high';
  // Behind a transparent picture.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PHOTO_PIXELS, PHOTO_PIXELS);
  context.drawImage(picture, left, top, side, side, 0, 0, PHOTO_PIXELS, PHOTO_PIXELS);
}

/**
 * Makes a JPEG of what is on the canvas, as good as MAX_PHOTO_BYTES allow, with nothing in it but the picture.
 * @returns it as base64
 * @throws {PictureProblem} if this browser makes no such file
 */
export async function makePhoto(canvas: HTMLCanvasElement): Promise<string> {
  for (const quality of QUALITIES) {
    const bytes = leaveOnlyPicture(await readJpeg(canvas, quality));
    if (bytes && bytes.length <= MAX_PHOTO_BYTES && isPhotoFile(bytes)) return toBase64(bytes);
  }
  throw new PictureProblem(NO_CANVAS);
}

const NO_CANVAS =
  'This browser can’t make the photo small. Please try another browser, or another device.';

async function readJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  );
  return new Uint8Array((await blob?.arrayBuffer()) ?? []);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
