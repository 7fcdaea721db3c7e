import { afterAll, beforeEach, expect, it } from 'vitest';
import { PINE_HILL } from './testing/pine-hill.ts';
import { setUpSchool } from './testing/school.ts';
import { checkWarnings } from './commands/doctor/examine.ts';
import { GOOGLE_JWKS_URL, STRIPE_API_URL } from './environment.ts';
import { createLog } from './log.ts';
import { listWarnings } from './settings-warnings.ts';
import { startProgram } from './testing/programs.ts';
import { makeDatabaseName, startTestApp, testVariables, useTestApp } from './testing/test-app.ts';
import { slowIt } from './testing/slow-tests.ts';

/** The settings of a school with nothing to worry about. */
const GOOD = {
  NODE_ENV: 'production' as const,
  MONGODB_URI: 'mongodb+srv://school:pass@cluster0.example.net/speakifyr',
  STRIPE_SECRET_KEY: 'sk_live_51MxLkQp2dYhNfGzRt',
  FIREBASE_JWKS_URL: GOOGLE_JWKS_URL,
  STRIPE_API_URL,
  PUBLIC_URL: 'https://camp.example',
  TRUST_PROXY: 1,
  SMTP_URL: 'smtp://school:pass@mail.example:587',
};

/** @returns the names of the settings that are warned about */
const warn = (changes: Partial<Record<keyof typeof GOOD, unknown>>) =>
  listWarnings({ ...GOOD, ...changes } as typeof GOOD, {}).map((line) => line.split(':')[0]);

beforeEach(() => setUpSchool(PINE_HILL));
afterAll(() => setUpSchool());

// Rules: R49, R606.
it('good settings have no warnings', () => {
  expect(warn({})).toEqual([]);
});

it('settings that work but are probably not meant have a warning each', () => {
  for (const key of ['sk_test_51MxLkQp2dYhNfGzRt', 'rk_test_51MxLkQp2dYhNfGzRt']) {
    expect(warn({ STRIPE_SECRET_KEY: key })).toEqual(['STRIPE_SECRET_KEY']);
    expect(warn({ STRIPE_SECRET_KEY: key, NODE_ENV: 'development' })).toEqual([]);
  }
  expect(warn({ TRUST_PROXY: 3 })).toEqual([]);
  expect(warn({ TRUST_PROXY: 4 })).toEqual(['TRUST_PROXY']);
  expect(warn({ TRUST_PROXY: 0 })).toEqual(['TRUST_PROXY']);
  expect(warn({ TRUST_PROXY: 0, PUBLIC_URL: 'http://localhost:5000' })).toEqual([]);
  expect(warn({ PUBLIC_URL: undefined })).toEqual(['PUBLIC_URL']);
  expect(warn({ SMTP_URL: undefined })).toEqual(['SMTP_URL']);
  setUpSchool();
  expect(warn({})).toEqual(['Settings → School']);
  setUpSchool(PINE_HILL);
});

it('a database on another machine needs a login', () => {
  const open = [
    'db.example',
    'db.example:27017',
    'localhost,db.example',
    '10.0.0.7',
    '127.evil.example',
  ];
  for (const host of open)
    expect(warn({ MONGODB_URI: `mongodb://${host}/x` }), host).toEqual(['MONGODB_URI']);
  const fine = ['localhost', '127.0.0.1:27018', '[::1]:27017', 'u:p@db.example', '%2Ftmp%2Fm.sock'];
  for (const host of fine) expect(warn({ MONGODB_URI: `mongodb://${host}/x` }), host).toEqual([]);
  const certificate = 'mongodb://db.example/x?authMechanism=MONGODB-X509';
  expect(warn({ MONGODB_URI: certificate })).toEqual([]);
});

slowIt('the server logs its warnings when it starts, and the doctor lists them', async () => {
  const variables = { ...testVariables(makeDatabaseName()), LOG_LEVEL: 'warn', TRUST_PROXY: '4' };
  const server = await startProgram('server/src/main.ts', variables);
  await server.stop();
  expect(server.printed).toMatch(/"level":40,.*"msg":"TRUST_PROXY: is high/);
  expect(checkWarnings(variables)).toEqual([
    { state: 'warning', about: 'TRUST_PROXY', sentence: expect.stringMatching(/^is high/) },
  ]);
  const site = new URL('https://camp.example');
  const elsewhere = { ...variables, TRUST_PROXY: '1', PUBLIC_URL: 'https://other.example' };
  expect(checkWarnings(elsewhere, site).map(({ about }) => about)).toEqual(['PUBLIC_URL']);
});

const logged: string[] = [];
const app = useTestApp(({ environment }) => ({
  log: createLog({ ...environment, LOG_LEVEL: 'warn' }, { write: (line) => logged.push(line) }),
}));

it('the first X-Forwarded-For from a proxy that the settings don’t know is logged once', async () => {
  await app.http.get('/api/classes');
  expect(logged).toEqual([]);
  for (let i = 0; i < 3; i += 1)
    await app.http.get('/api/classes').set('X-Forwarded-For', '198.51.100.7');
  expect(logged).toEqual([expect.stringContaining('TRUST_PROXY is 0')]);

  logged.length = 0;
  const proxied = await startTestApp(() => ({ log: app.services.log }), { TRUST_PROXY: '1' });
  await proxied.http.get('/api/classes').set('X-Forwarded-For', '198.51.100.7');
  await proxied.close();
  expect(logged).toEqual([]);
});

it('a setting that a director now enters is named, so that nobody believes it still holds', () => {
  const variables = { OFFER_HOURS: '48', MAX_SEATS: '', RELEASE_UNPAID_AFTER_DAYS: '20' };
  const lines = listWarnings(GOOD as never, variables);
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'OFFER_HOURS',
    'RELEASE_UNPAID_AFTER_DAYS',
  ]);
});
