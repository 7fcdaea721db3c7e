import { MAX_IMAGE_BYTES } from '@speakifyr/contract/limits.ts';
import { clearCanvas, makeJpeg } from './make-jpeg.ts';

/** The longer side of a picture that is uploaded, in pixels: enough for a large screen. */
const MAX_SIDE = 2048;

/**
 * Redraws a picture, upright, as a JPEG that has only the picture. What the camera added does not leave the browser: the
 * place, the time, the thumbnail. R549
 * @param maxSide the longer side at most, in pixels
 * @param maxBytes as large as the file may be
 * @throws if this browser can't open it, or makes no picture
 */
export async function redrawPicture(
  file: File,
  maxSide = MAX_SIDE,
  maxBytes = MAX_IMAGE_BYTES,
): Promise<File> {
  // Turns it by itself, and the copy needs no Exif.
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * scale));
    const canvas = document.createElement('canvas');
    const context = clearCanvas(canvas, width || 1, height || 1);
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const bytes = context && (await makeJpeg(canvas, ({ length }) => length <= maxBytes));
    if (!bytes) throw new Error('This browser can’t redraw the picture');
    // A name may say where it was taken, too.
    return new File([bytes], 'picture.jpg', { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}
