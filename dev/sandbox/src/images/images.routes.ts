import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replyJson, type Reply } from '../http/reply.ts';
import type { Call, Route, Service } from '../http/router.ts';
import { UnwritableError } from '../storage/rows.ts';
import { CONTENT_TYPES, readPicture, type Picture } from './picture.ts';

/** Largest picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** How much we read of an upload, so that a picture that is too large is answered in words. */
const MAX_UPLOAD_BYTES = 32 * 1024 * 1024;

/** A refusal as Cloudinary words it: always 400. */
class UploadError extends Error {}

/**
 * The stand-in for Cloudinary's unsigned upload. A picture is one file, whose name says its format.
 * @param folder where the pictures lie
 * @throws when the folder can't be written
 */
export function createImageService(folder: string): Service {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const routes: Route[] = [
    {
      method: 'POST',
      path: '/v1_1/{cloud}/image/upload',
      maxBody: MAX_UPLOAD_BYTES,
      handle: (call) => upload(folder, call),
    },
    {
      method: 'GET',
      path: '/images/{file}',
      handle: ({ params }) => serve(folder, params['file'] ?? ''),
    },
  ];
  return {
    routes,
    describeError(error) {
      if (!(error instanceof UploadError)) return undefined;
      return replyJson(400, { error: { message: error.message } });
    },
    settle: () => Promise.resolve(),
  };
}

async function upload(folder: string, call: Call): Promise<Reply> {
  const { bytes, name } = await readUpload(call);
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new UploadError(
      `File size too large. Got ${bytes.length}. Maximum is ${MAX_PICTURE_BYTES}.`,
    );
  }
  const picture = readPicture(bytes);
  if (!picture) throw new UploadError('Invalid image file');
  const publicId = randomBytes(10).toString('hex');
  await savePicture(folder, `${publicId}.${picture.format}`, bytes);
  return replyJson(200, describePicture(call, publicId, picture, bytes.length, name));
}

async function readUpload({ body, headers }: Call): Promise<{ bytes: Buffer; name: string }> {
  let form: FormData;
  try {
    const request = new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    });
    form = await request.formData();
  } catch {
    throw new UploadError('Missing required parameter - file');
  }
  if (!form.get('upload_preset')) {
    throw new UploadError('Upload preset must be specified when using unsigned upload');
  }
  const file = form.get('file');
  if (!(file instanceof Blob)) throw new UploadError('Missing required parameter - file');
  return { bytes: Buffer.from(await file.arrayBuffer()), name: file.name };
}

/** Under its name only when it is whole and on disk. @throws {UnwritableError} and leaves nothing behind */
async function savePicture(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  try {
    await writeWhole(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
    const parent = await open(folder, 'r');
    await parent.sync().finally(() => parent.close());
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw new UnwritableError(folder, error);
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function describePicture(
  { url }: Call,
  public_id: string,
  picture: Picture,
  bytes: number,
  name: string,
) {
  const address = `${url.origin}/images/${public_id}.${picture.format}`;
  return {
    asset_id: randomBytes(16).toString('hex'),
    public_id,
    version: Math.floor(Date.now() / 1000),
    width: picture.width,
    height: picture.height,
    format: picture.format,
    resource_type: 'image',
    created_at: new Date().toISOString(),
    bytes,
    type: 'upload',
    url: address,
    // Plain HTTP as well: the sandbox never leaves this machine.
    secure_url: address,
    original_filename: name.replace(/\.[^.]*$/, ''),
  };
}

async function serve(folder: string, file: string): Promise<Reply> {
  const [, format] = /^[0-9a-f]{20}\.(jpg|png|gif|webp|avif)$/.exec(file) ?? [];
  const bytes = format && (await readFile(join(folder, file)).catch(() => undefined));
  if (!bytes) return replyJson(404, { error: { message: 'Resource not found' } });
  return {
    status: 200,
    headers: {
      'content-type': CONTENT_TYPES[format as Picture['format']],
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: bytes,
  };
}
