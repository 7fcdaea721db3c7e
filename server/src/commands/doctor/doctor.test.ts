import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { connectDatabase } from '../../database/connect.ts';
import { buildClass, buildUser, holdSeatOf, startPaymentOf } from '../../testing/factories.ts';
import { startTestApp, type TestApp, testVariables } from '../../testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sandboxWebSettings } from '../../../../dev/scripts/settings.mjs';
import { runProgram } from '../../testing/run-program.ts';
import { writeWebApp } from '../../testing/web-app.ts';
import { examine } from './examine.ts';

let school: TestApp;
let right: Record<string, string>;

beforeAll(async () => {
  school = await startTestApp();
  const sandbox = inject('sandboxUrl');
  right = {
    ...testVariables(''),
    MONGODB_URI: school.services.environment.MONGODB_URI,
    IMAGE_ORIGINS: sandbox,
    IDENTITY_TOOLKIT_URL: `${sandbox}/identitytoolkit.googleapis.com`,
    ...sandboxWebSettings({ sandboxPort: new URL(sandbox).port }),
  };
  const student = await buildUser(school);
  const campClass = await buildClass(school);
  const { cartId } = await holdSeatOf(school, student, campClass);
  await startPaymentOf(school, student, { cartId, price: campClass.price });
});
afterAll(() => school.close());

/** Checks the settings with some of them changed. The result must never contain a secret. */
async function askDoctor(
  changed: Record<string, string> = {},
  options: Parameters<typeof examine>[1] = {},
) {
  const settings: Record<string, string> = { ...right, ...changed };
  const { problems, findings } = await examine(settings, options);
  expectNoSecret(JSON.stringify([problems, findings]), settings);
  const list = (state: string) =>
    findings
      .filter((finding) => finding.state === state)
      .map(({ about, sentence }) => `${about} ${sentence}`);
  return { problems, ok: list('ok'), wrong: list('wrong'), warnings: list('warning') };
}

function expectNoSecret(output: string, settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings))
    if (/SECRET|KEY$|^MONGODB_URI/.test(name) && value) expect(output).not.toContain(value);
}

// Rules: R62.
describe('with correct settings', () => {
  test('every service is fine', async () => {
    const { problems, wrong, ok } = await askDoctor({}, { isUploading: true });
    expect([...problems, ...wrong]).toEqual([]);
    expect(ok.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'MongoDB answers,',
      'Layout the',
      'Firebase keys',
      'Firebase look-up',
      'Firebase project',
      'Firebase sign-in',
      'Stripe key',
      'Stripe in',
      'Stripe webhook',
      'Pictures can',
    ]);
  });

  test('the command prints a line for each service and exits with 0', async () => {
    const { output, code } = await runProgram('doctor', [], right);
    expect(output).toMatch(/^ok +MongoDB +answers/m);
    expect(output).toMatch(/^unknown +Pictures +not tested/m);
    expectNoSecret(output, right);
    expect(code).toBe(0);
  });

  test('the site is checked too, and whether Firebase and Stripe know its address', async () => {
    const { ok, wrong } = await askDoctor({}, { site: new URL(school.url) });
    expect(ok).toContain(`The site ${school.url} is ready`);
    expect(ok).toContain('Firebase domain 127.0.0.1 may sign in with Google');
    expect(wrong).toEqual([`Stripe webhook there is none for ${school.url}/api/stripe/webhook`]);
  });

  test('nothing is left in the database', async () => {
    const { client, close } = await connectDatabase(right['MONGODB_URI'] ?? '');
    const before = await client.db().collection('users').countDocuments();
    await askDoctor({}, { isUploading: true });
    expect(await client.db().collection('users').countDocuments()).toBe(before);
    await close();
  });
});

describe('each problem is described in one sentence', () => {
  test.each([
    [
      { MONGODB_URI: 'mongodb://127.0.0.1:9/x' },
      /MongoDB The database does not answer \(MONGODB_URI\)/,
    ],
    [{ MONGODB_URI: 'mongodb://u:p%zz@127.0.0.1/x' }, /MongoDB MONGODB_URI is not the address/],
    [{ FIREBASE_JWKS_URL: 'http://127.0.0.1:9/' }, /Firebase keys do not answer/],
    [
      { FIREBASE_API_KEY: 'no key' },
      /Firebase look-up Firebase refuses the key in FIREBASE_API_KEY/,
    ],
    [{ VITE_FIREBASE_API_KEY: 'no key' }, /Firebase project .* VITE_FIREBASE_API_KEY/],
    [{ VITE_FIREBASE_API_KEY: '' }, /Firebase project .* VITE_FIREBASE_API_KEY/],
    [
      { FIREBASE_PROJECT_ID: 'another', VITE_FIREBASE_PROJECT_ID: 'another' },
      /Firebase project VITE_FIREBASE_API_KEY belongs to a different project/,
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_not-known' },
      /Stripe key Stripe does not know .* STRIPE_SECRET_KEY/,
    ],
    [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /Stripe key Stripe does not know .* STRIPE_SECRET_KEY/],
    [{ STRIPE_API_URL: 'http://127.0.0.1:9' }, /Stripe key Stripe does not answer/],
    [
      { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_not-known' },
      /Stripe in pages Stripe does not know the key in VITE_STRIPE_PUBLISHABLE_KEY/,
    ],
    [{ VITE_CLOUDINARY_UPLOAD_PRESET: '' }, /Pictures VITE_CLOUDINARY_UPLOAD_PRESET is not an/],
    [{ IMAGE_ORIGINS: 'https://elsewhere.example' }, /Pictures can be uploaded, but IMAGE_ORIGINS/],
    [{ VITE_IMAGE_UPLOAD_URL: 'http://127.0.0.1:9/' }, /Pictures the picture host does not answer/],
  ])('%j', async (changed, sentence) => {
    const { wrong } = await askDoctor(changed as Record<string, string>, { isUploading: true });
    expect(wrong).toEqual([expect.stringMatching(sentence)]);
  });

  test('missing and mismatched settings are all listed at once', async () => {
    const { problems } = await askDoctor({
      JWT_SECRET: 'short',
      FIREBASE_PROJECT_ID: '',
      STRIPE_WEBHOOK_SECRET: 'nonsense',
      VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      VITE_FIREBASE_AUTH_DOMAIN: 'https://x.firebaseapp.com',
    });
    expect(problems).toEqual([
      'JWT_SECRET: must have at least 32 characters',
      'FIREBASE_PROJECT_ID: is missing',
      'STRIPE_WEBHOOK_SECRET: must start with whsec_',
      'VITE_FIREBASE_AUTH_DOMAIN: must be a domain such as x.firebaseapp.com',
      'VITE_STRIPE_PUBLISHABLE_KEY: is a live key, but STRIPE_SECRET_KEY is a test key',
    ]);
  });

  test('demo accounts in a database with real sign-in', async () => {
    const { users } = school.services.database.collections;
    const { _id, email } = await buildUser(school);
    await users.updateOne({ _id }, { $set: { email: 'admin@speakifyr.test' } });
    expect((await askDoctor()).wrong).toEqual([]);
    const { wrong } = await askDoctor({ FIREBASE_JWKS_URL: '' });
    await users.updateOne({ _id }, { $set: { email } });
    expect(wrong).toContainEqual(
      expect.stringMatching(/^Demo accounts The database has demo accounts \(admin@speakifyr/),
    );
  });

  // Rules: R606.
  test('texts of the demo school in a school with real sign-in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    writeWebApp(folder, {});
    const texts = JSON.stringify({ about: '# The lake', terms: '# Terms' });
    writeFileSync(join(folder, DRAWING.folder, DRAWING.texts), texts);
    expect((await askDoctor({ CLIENT_DIR: folder })).warnings.join()).not.toContain('texts');
    const real = { CLIENT_DIR: folder, FIREBASE_JWKS_URL: '' };
    expect((await askDoctor(real)).warnings).toContain(
      'Settings → School the texts are still those of the demo school: about, terms',
    );
    const admin = await buildUser(school, 'admin');
    const { body } = await school.as(admin).call('GET /school');
    const own = { ...body.texts, about: '# Pine Hill', terms: '# Ours' };
    await school.as(admin).call('PUT /school', { body: { ...body, texts: own } });
    expect((await askDoctor(real)).warnings.join()).not.toContain('texts');
    rmSync(folder, { recursive: true });
  });

  test('a site that does not answer is reported', async () => {
    const { wrong } = await askDoctor({}, { site: new URL('http://127.0.0.1:9') });
    expect(wrong).toContain('The site http://127.0.0.1:9 does not answer');
  });

  test('the command prints the problems and exits with 1', async () => {
    const settings = { ...right, STRIPE_SECRET_KEY: 'sk_test_not-known', JWT_SECRET: '' };
    const { output, code } = await runProgram('doctor', [], settings);
    expect(output).toContain('JWT_SECRET: is missing');
    expect(output).toMatch(/^wrong +Stripe key +Stripe does not know/m);
    expect(output).toContain('2 to fix');
    expectNoSecret(output, settings);
    expect(code).toBe(1);
  });
});
