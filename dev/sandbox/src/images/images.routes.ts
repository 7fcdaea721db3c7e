import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { imageSize } from 'image-size';
import multer from 'multer';
import { readUrl } from '../http/handle.ts';
import { Refusal } from '../http/refusal.ts';
import { UnwritableError } from '../storage/rows.ts';

/** The largest picture that is accepted, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** How much of an upload is read. It is more than the limit, so that the refusal can name the picture's size. */
const MAX_UPLOAD_BYTES = 32 * 1024 * 1024;
/** The accepted formats. Not SVG, because it can contain scripts. */
const FORMATS = ['jpg', 'png', 'gif', 'webp', 'avif'];

/**
 * The stand-in for Cloudinary's unsigned upload. Each picture is a file whose name ends in its format.
 * @param folder where the pictures are stored
 * @throws when the folder can't be written
 */
export function createImageRouter(folder: string): Router {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const form = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: MAX_UPLOAD_BYTES },
    defParamCharset: 'utf8',
  });
  const router = Router();
  router.post(
    '/v1_1/:cloud/image/upload',
    form.any(),
    async (request: Request, response: Response) => {
      response.json(await savePicture(folder, request));
    },
    refuseBrokenForm,
  );
  router.get('/images/:file', (request, response) => {
    const { file } = request.params;
    const refuse = () => response.status(404).json({ error: { message: 'Resource not found' } });
    if (!/^[0-9a-f]{20}\.(jpg|png|gif|webp|avif)$/.test(file)) return void refuse();
    response.set({
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.sendFile(file, { root: folder, maxAge: '1y', immutable: true }, (error) => {
      if (error && !response.headersSent) refuse();
    });
  });
  return router;
}

const refuseBrokenForm: ErrorRequestHandler = (error: Error, _request, _response, next) => {
  const isTooLarge = error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE';
  if (isTooLarge) return next(Object.assign(error, { status: 413 }));
  const isOurs = error instanceof Refusal || error instanceof UnwritableError;
  next(isOurs ? error : refuse('Missing required parameter - file'));
};

/** A refusal in Cloudinary's words: always 400. */
function refuse(message: string): Refusal {
  return new Refusal(400, { error: { message } }, message);
}

async function savePicture(folder: string, request: Request) {
  const file = (request.files as Express.Multer.File[] | undefined)?.find(
    ({ fieldname }) => fieldname === 'file',
  );
  if (!request.body) throw refuse('Missing required parameter - file');
  const { upload_preset } = request.body as { upload_preset?: string };
  if (!upload_preset) throw refuse('Upload preset must be specified when using unsigned upload');
  if (!file) throw refuse('Missing required parameter - file');
  const { buffer, size } = file;
  if (size > MAX_PICTURE_BYTES) {
    throw refuse(`File size too large. Got ${size}. Maximum is ${MAX_PICTURE_BYTES}.`);
  }
  const { width, height, format } = readPicture(buffer);
  const public_id = randomBytes(10).toString('hex');
  await writeWhole(folder, `${public_id}.${format}`, buffer);
  const address = `${readUrl(request).origin}/images/${public_id}.${format}`;
  // Plain HTTP too, because the sandbox is on this machine.
  return { public_id, width, height, format, bytes: size, url: address, secure_url: address };
}

/** Reads a picture's format and size from its bytes, because the sender's name and type can't be trusted. */
function readPicture(bytes: Buffer): { width: number; height: number; format: string } {
  try {
    const { width, height, type = '' } = imageSize(bytes);
    if (width > 0 && height > 0 && FORMATS.includes(type)) return { width, height, format: type };
  } catch {
    // Not a picture, or cut off: refused below.
  }
  throw refuse('Invalid image file');
}

/** Writes a file, which gets its name when it is complete and on disk. @throws {UnwritableError} */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  try {
    await writeFile(`${path}.part`, bytes, { flush: true });
    await rename(`${path}.part`, path);
    const parent = await open(folder, 'r');
    await parent.sync().finally(() => parent.close());
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw new UnwritableError(folder, error);
  }
}
