import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPort } from '@speakifyr/server/src/testing/programs.ts';
import { makeDatabaseName, testVariables } from '@speakifyr/server/src/testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Image, replayDockerfile } from './testing/replay-dockerfile.ts';

/** Settings as production wants them; nobody is asked at Google's and Stripe's addresses before somebody logs in. */
const SETTINGS = {
  JWT_SECRET: 'a-secret-of-this-school-alone-0123456789',
  FIREBASE_PROJECT_ID: 'camp',
  STRIPE_SECRET_KEY: 'sk_test_image',
  STRIPE_WEBHOOK_SECRET: 'whsec_image',
  VITE_FIREBASE_API_KEY: 'key</script>',
  VITE_FIREBASE_AUTH_DOMAIN: 'camp.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'camp',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
  VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_image',
  VITE_CLOUDINARY_CLOUD_NAME: 'camp-cloud',
  VITE_CLOUDINARY_UPLOAD_PRESET: 'camp-preset',
};

let scratch: string;
let temporary: string;
let image: Image;

/** The image's folders, made by the Dockerfile's own steps and then read-only. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'speakifyr-image-'));
  chmodSync(scratch, 0o755);
  image = replayDockerfile(scratch);
  temporary = join(scratch, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  execFileSync('chmod', ['-R', 'a-w', image.folder]);
}, 300_000);

afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', scratch]);
  rmSync(scratch, { recursive: true, force: true });
});

describe('The container', () => {
  test('runs as nobody special', () => {
    expect(Number(image.user)).toBeGreaterThan(0);
  });

  test('starts read-only, serves app and API with its own settings, and ends when told to', async () => {
    const child = runInImage(image.command, {
      ...SETTINGS,
      MONGODB_URI: testVariables(makeDatabaseName())['MONGODB_URI'] ?? '',
    });
    const port = await readPort(child);
    const site = `http://127.0.0.1:${port}`;
    expect((await fetch(`${site}/api/readyz`)).status).toBe(200);
    expect(await (await fetch(`${site}/api/classes`)).json()).toEqual([]);
    expect(await (await fetch(`${site}/api/docs/`)).text()).toContain('swagger-ui');

    const page = await (await fetch(`${site}/classes`)).text();
    const [, settings = ''] = /id="config">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(settings)).toEqual({
      apiUrl: '/api',
      firebase: {
        apiKey: SETTINGS.VITE_FIREBASE_API_KEY,
        authDomain: 'camp.firebaseapp.com',
        projectId: 'camp',
        appId: '1:2:web:3',
      },
      stripePublishableKey: 'pk_test_image',
      imageUploadUrl: 'https://api.cloudinary.com/v1_1/camp-cloud/image/upload',
      imageUploadPreset: 'camp-preset',
    });
    const [, script = ''] = /[" ](\/assets\/[^" ]+\.js)[" ]/.exec(page) ?? [];
    expect((await fetch(site + script)).headers.get('content-type')).toContain('javascript');

    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('without settings it says all that is missing, and does not start', async () => {
    const child = runInImage(image.command, {});
    const output = await readAll(child);
    expect(child.exitCode).toBe(1);
    for (const name of ['MONGODB_URI', ...Object.keys(SETTINGS)])
      expect(output).toContain(`${name}: is missing`);
  });

  test('has the commands in it', async () => {
    const MONGODB_URI = testVariables(makeDatabaseName())['MONGODB_URI'] ?? '';
    const admin = runInImage(['node', 'make-admin.mjs', 'nobody@example.test'], { MONGODB_URI });
    expect(await readAll(admin)).toContain('Nobody with the e-mail nobody@example.test');
    const folder = join(temporary, 'backup');
    const backup = runInImage(['node', 'backup.mjs', folder], { MONGODB_URI });
    expect(await readAll(backup)).toContain(folder);
    const restore = runInImage(['node', 'restore.mjs', folder], { MONGODB_URI });
    expect(await readAll(restore)).toContain('as in the backup');
    const doctor = runInImage(['node', 'doctor.mjs'], { MONGODB_URI });
    expect(await readAll(doctor)).toMatch(/ok +MongoDB/);
  });

  test('holds no sources, tests, settings or packages of development', () => {
    const files = readdirSync(image.folder, { recursive: true }).map(String);
    const ours = files.filter((file) => !file.startsWith('node_modules'));
    expect(ours.filter((file) => /\.tsx?$|(^|\/)\.env|test/.test(file))).toEqual([]);
    expect(readdirSync(join(image.folder, 'node_modules'))).not.toContain('vite');
  });
});

/** Runs a program as the image's user, who can't write there; only root can become somebody else. */
function runInImage([, ...args]: string[], env: Record<string, string>): ChildProcess {
  const id = process.getuid?.() === 0 ? Number(image.user) : undefined;
  return spawn(process.execPath, args, {
    cwd: image.folder,
    env: {
      PATH: process.env.PATH,
      ...image.env,
      CLIENT_DIR: join(image.folder, 'web'),
      HOST: '127.0.0.1',
      PORT: '0',
      TMPDIR: temporary,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(id !== undefined && { uid: id, gid: id }),
  });
}

async function readAll(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  await once(child, 'close');
  return output;
}
