import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { MAX_PICTURE_BYTES } from './images.routes.ts';

/**
 * The first test can also run on a real Cloudinary account: set REAL_CLOUDINARY_CLOUD to its name and
 * REAL_CLOUDINARY_PRESET to an unsigned preset.
 */
const realCloud = process.env['REAL_CLOUDINARY_CLOUD'];
const preset = process.env['REAL_CLOUDINARY_PRESET'] ?? 'speakifyr';

/** Pictures of 3 by 2 pixels in base64, made with sharp. */
const PICTURES = {
  jpg: '/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQAid//9k=',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWPgTimAIAY4CwAx+gU7EHugwQAAAABJRU5ErkJggg==',
  gif: 'R0lGODlhAwACAIAAAExpcQtkcCH5BAUAAAAALAAAAAADAAIAAAICjF8AOw==',
  'webp, lossy': 'UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoDAAIAB0CWJaACdAFAAAD+5fmUUUf+vVLblbAA',
  'webp, lossless': 'UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAdQsi4Urv+BiOh/AAA=',
  'webp, extended':
    'UklGRlAAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAiAAAAcAEAnQEqAwACAAdAliWgAnQBQAAA/uX5lFFH/r1S25WwAA==',
  avif: 'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACAAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAMAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAobWRhdBIACgg4BCtICGg0gDISHsJipOAAFgAAkDWOPHAtFdQQ',
};

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

async function upload(bytes: Buffer, name: string, fields = { upload_preset: preset }) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const host = realCloud ? 'https://api.cloudinary.com' : sandbox.address;
  const response = await fetch(`${host}/v1_1/${realCloud ?? 'speakifyr'}/image/upload`, {
    method: 'POST',
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A picture of the given number of bytes. */
function pad(bytes: number): Buffer {
  return Buffer.concat([Buffer.from(PICTURES.png, 'base64')], bytes);
}

describe('an unsigned upload', () => {
  it('stores a picture and serves it', async () => {
    const bytes = Buffer.from(PICTURES.png, 'base64');
    const { status, body } = await upload(bytes, 'me and mum.png');
    expect(status).toBe(200);
    expect(body).toMatchObject({ width: 3, height: 2, format: 'png', bytes: bytes.length });
    expect(body['public_id']).toMatch(/^\w+$/);
    const served = await fetch(String(body['secure_url']));
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('the sandbox', () => {
  for (const [kind, base64] of Object.entries(PICTURES)) {
    const [format] = kind.split(',');
    it(`recognizes ${kind} by its bytes, whatever its name is`, async () => {
      const { body } = await upload(Buffer.from(base64, 'base64'), 'photo.txt');
      expect(body).toMatchObject({ width: 3, height: 2, format });
      const served = await fetch(String(body['url']));
      expect(served.headers.get('content-type')).toBe(
        `image/${format === 'jpg' ? 'jpeg' : format}`,
      );
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('cache-control')).toContain('immutable');
    });
  }

  it('refuses text, HTML, SVG and incomplete pictures', async () => {
    const torn = Buffer.from(PICTURES.jpg, 'base64').subarray(0, 20);
    const texts = [
      'hello',
      '<html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ];
    for (const bytes of [...texts.map((text) => Buffer.from(text)), torn, Buffer.alloc(0)]) {
      const { status, body } = await upload(bytes, 'photo.png');
      expect(status).toBe(400);
      expect(body).toEqual({ error: { message: 'Invalid image file' } });
    }
  });

  it('accepts 5 MB and not a byte more', async () => {
    expect((await upload(pad(MAX_PICTURE_BYTES), 'large.png')).status).toBe(200);
    const { status, body } = await upload(pad(MAX_PICTURE_BYTES + 1), 'larger.png');
    expect(status).toBe(400);
    expect(body).toEqual({
      error: { message: 'File size too large. Got 5242881. Maximum is 5242880.' },
    });
  });

  it('says which field is missing', async () => {
    const { body } = await upload(pad(100), 'a.png', { upload_preset: '' });
    expect(body).toMatchObject({ error: { message: expect.stringContaining('Upload preset') } });
    const bare = await fetch(`${sandbox.address}/v1_1/speakifyr/image/upload`, { method: 'POST' });
    expect(await bare.json()).toEqual({ error: { message: 'Missing required parameter - file' } });
  });

  it('serves only its pictures', async () => {
    writeFileSync(join(sandbox.dataDir, 'images', 'secret.txt'), 'x');
    for (const file of [
      'secret.txt',
      '..%2Fauth%2FCURRENT',
      '../auth/CURRENT',
      'x'.repeat(20) + '.png',
    ]) {
      expect((await fetch(`${sandbox.address}/images/${file}`)).status).toBe(404);
    }
    const parts = readdirSync(join(sandbox.dataDir, 'images')).filter((name) =>
      name.endsWith('.part'),
    );
    expect(parts).toEqual([]);
  });
});
