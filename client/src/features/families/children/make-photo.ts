import { isPhotoFile, MAX_PHOTO_BYTES, PHOTO_PIXELS } from '@speakifyr/contract/photo-file.ts';
import { clearCanvas, makeJpeg } from '../../../lib/make-jpeg.ts';

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
  const context = clearCanvas(canvas, PHOTO_PIXELS, PHOTO_PIXELS);
  if (!context) throw new PictureProblem(NO_CANVAS);
  context.drawImage(picture, left, top, side, side, 0, 0, PHOTO_PIXELS, PHOTO_PIXELS);
}

/**
 * Makes a JPEG of what is on the canvas, as good as MAX_PHOTO_BYTES allow, with nothing in it but the picture. R420
 * @returns it as base64
 * @throws {PictureProblem} if this browser makes no such file
 */
export async function makePhoto(canvas: HTMLCanvasElement): Promise<string> {
  const bytes = await makeJpeg(
    canvas,
    (made) => made.length <= MAX_PHOTO_BYTES && isPhotoFile(made),
  );
  if (!bytes) throw new PictureProblem(NO_CANVAS);
  return toBase64(bytes);
}

const NO_CANVAS =
  'This browser can’t make the photo small. Please try another browser, or another device.';

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
