import { leaveOnlyPicture } from '@speakifyr/contract/photo-file.ts';

/** The best first. The last one fits every picture, except noise. */
const QUALITIES = [0.85, 0.75, 0.6, 0.45, 0.3];

/**
 * Makes a JPEG of what is on a canvas, as good as `fits` allows, with nothing in it but the picture: no place, time or
 * camera. Safari, for one, adds Exif to what a canvas gives. R419, R549
 * @returns undefined if this browser makes no such file
 */
export async function makeJpeg(
  canvas: HTMLCanvasElement,
  fits: (bytes: Uint8Array) => boolean,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (const quality of QUALITIES) {
    const bytes = leaveOnlyPicture(await readJpeg(canvas, quality));
    if (bytes && fits(bytes)) return bytes;
  }
  return undefined;
}

/** @returns the drawing surface of a canvas of this size, white: behind a transparent picture */
export function clearCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return context;
}

async function readJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  );
  return new Uint8Array((await blob?.arrayBuffer()) ?? []);
}
