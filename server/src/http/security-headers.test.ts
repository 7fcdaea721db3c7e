import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const FRIEND = 'https://camp.example.test';

let app: TestApp;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'speakifyr-client-'));
  for (const page of ['index', 'app', 'classes', 'class'])
    await writeFile(join(clientDir, `${page}.html`), '<!doctype html><title>SPEAKIFYR</title>');
  await writeFile(join(clientDir, 'picture.avif'), '');
  app = await startTestApp(() => ({}), { CLIENT_ORIGINS: FRIEND, CLIENT_DIR: clientDir });
});
afterAll(async () => {
  await app.close();
  await rm(clientDir, { recursive: true });
});

/** Pages, files, calls, refusals and probes alike. */
const PATHS = [
  '/',
  '/login',
  '/api/classes',
  '/api/nothing',
  '/api/docs/',
  '/api/livez',
  '/api/myclass',
];

describe('every answer', () => {
  it('bears the policy but for a file that is no page: that has nothing to run', async () => {
    const { status, headers } = await fetch(`${app.url}/picture.avif`);
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBeNull();
  });

  it('lets the browser run our own scripts and Stripe’s and Google’s, and no inline ones', async () => {
    for (const path of PATHS) {
      const { headers } = await fetch(app.url + path);
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
          const [name = '', ...sources] = directive.trim().split(' ');
          return [name, sources];
        }),
      );
      expect(policy.get('script-src'), path).toEqual([
        "'self'",
        'https://js.stripe.com',
        'https://apis.google.com',
      ]);
      expect(policy.get('default-src'), path).toEqual(["'self'"]);
      expect(policy.get('object-src'), path).toEqual(["'none'"]);
      expect(policy.get('base-uri'), path).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors'), path).toEqual(["'none'"]);
      expect([...policy.values()].flat(), path).not.toContain("'unsafe-eval'");
    }
  });

  it('may not be framed or guessed at, tells other sites little, and not what we run on', async () => {
    for (const path of PATHS) {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=31536000/);
      expect(headers.get('x-powered-by'), path).toBeNull();
      expect(headers.get('server'), path).toBeNull();
    }
  });
});

describe('what is about a person', () => {
  it('is kept by no browser, and neither is a refusal; what everybody may see is asked about', async () => {
    const student = await buildUser(app);
    const own = await app.as(student).call('GET /myclass', { query: { email: student.email } });
    expect([own.status, own.headers['cache-control'], own.headers['etag']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    for (const path of ['/api/myclass', '/api/nothing']) {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
    const { headers } = await fetch(`${app.url}/api/classes`);
    expect(headers.get('cache-control')).toBe('no-cache');
  });
});

describe('pages of other sites', () => {
  const preflight = (origin: string) =>
    fetch(`${app.url}/api/addClass`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });

  it('may call if we know them, and read the headers that the web app needs', async () => {
    const allowed = await preflight(FRIEND);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
    const answer = await fetch(`${app.url}/api/classes`, { headers: { Origin: FRIEND } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('may not if we don’t: no other origin, none that looks alike, not even null', async () => {
    for (const origin of [
      'https://evil.example',
      `${FRIEND}.evil.example`,
      'http://camp.example.test',
      'https://sub.camp.example.test',
      'null',
    ]) {
      const refused = await preflight(origin);
      expect(refused.headers.get('access-control-allow-origin'), origin).toBeNull();
      const answer = await fetch(`${app.url}/api/classes`, { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials'), origin).toBeNull();
    }
  });

  it('may not at all where no site is known', async () => {
    const alone = await startTestApp();
    try {
      const answer = await fetch(`${alone.url}/api/classes`, { headers: { Origin: FRIEND } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await alone.close();
    }
  });
});
