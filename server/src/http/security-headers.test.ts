import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLASS_HEAD_PLACE } from '@speakifyr/contract/page-head.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { writeWebApp } from '../testing/web-app.ts';

const FRIEND = 'https://camp.example.test';

let app: TestApp;
let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'speakifyr-client-'));
  const names = ['index', 'app', 'classes', 'class'];
  writeWebApp(
    clientDir,
    Object.fromEntries(names.map((name) => [`${name}.html`, `<!doctype html>${CLASS_HEAD_PLACE}`])),
  );
  await writeFile(join(clientDir, 'picture.avif'), '');
  app = await startTestApp(() => ({}), { CLIENT_ORIGINS: FRIEND, CLIENT_DIR: clientDir });
});
afterAll(async () => {
  await app.close();
  await rm(clientDir, { recursive: true });
});

/** One of each kind: page, call, refusal, docs and probe. */
const PATHS = [
  '/',
  '/login',
  '/api/classes',
  '/api/nothing',
  '/api/docs/',
  '/api/livez',
  '/api/myclass',
];

// Rules: R43, R45, R46.
describe('every answer', () => {
  it('has a content policy, except files that are not pages: they run nothing', async () => {
    const { headers } = await app.http.get('/picture.avif').expect(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('content-security-policy');
  });

  // Rules: R561.
  it('lets the team’s pages use the camera, and the frames of others nothing more than browsers do', async () => {
    const { headers } = await app.http.get('/dashboard/managecourse/day');
    // Without the header, a browser allows a page's own camera and none in a frame of another origin.
    expect(headers).not.toHaveProperty('permissions-policy');
    expect(headers).not.toHaveProperty('feature-policy');
  });

  it('lets the browser run scripts from us, Stripe and Google only, and no inline scripts', async () => {
    for (const path of PATHS.filter((path) => !path.startsWith('/api/'))) {
      const { headers } = await app.http.get(path);
      const policy = new Map(
        (headers['content-security-policy'] ?? '').split(';').map((directive) => {
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
      expect(policy.get('img-src'), path).toEqual([
        "'self'",
        'data:',
        'blob:',
        'https://res.cloudinary.com',
        'https://lh3.googleusercontent.com',
      ]);
      expect(policy.get('object-src'), path).toEqual(["'none'"]);
      expect(policy.get('base-uri'), path).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors'), path).toEqual(["'none'"]);
      expect([...policy.values()].flat(), path).not.toContain("'unsafe-eval'");
      expect(policy.get('require-trusted-types-for'), path).toEqual(["'script'"]);
    }
  });

  it('runs and loads nothing if it is an answer of the API', async () => {
    // The docs are a page, with a policy of their own: see openapi.test.ts.
    for (const path of PATHS.filter((path) => /^\/api\/(?!docs)/.test(path))) {
      const { headers } = await app.http.get(path);
      expect(headers['content-security-policy'], path).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    }
  });

  it('can’t be framed, has a fixed content type, and doesn’t say what software we run', async () => {
    for (const path of PATHS) {
      const { headers } = await app.http.get(path);
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security'], path).toMatch(/^max-age=31536000/);
      expect(headers['x-powered-by'], path).toBeUndefined();
      expect(headers['server'], path).toBeUndefined();
    }
  });
});

describe('caching', () => {
  it('is off for personal data and errors; browsers revalidate public data each time', async () => {
    const student = await buildUser(app);
    const own = await app.as(student).call('GET /myclass', { query: { email: student.email } });
    expect([own.status, own.headers['cache-control'], own.headers['etag']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    for (const path of ['/api/myclass', '/api/nothing']) {
      const { headers } = await app.http.get(path);
      expect(headers['cache-control'], path).toBe('no-store');
    }
    const { headers } = await app.http.get('/api/classes');
    expect(headers['cache-control']).toBe('no-cache');
  });
});

describe('pages on other sites', () => {
  const preflight = (origin: string) =>
    app.http.options('/api/addClass').set({
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    });

  it('may call us if CLIENT_ORIGINS lists them, and can read the headers that the web app needs', async () => {
    const allowed = await preflight(FRIEND);
    expect(allowed.headers['access-control-allow-origin']).toBe(FRIEND);
    expect(allowed.headers['access-control-allow-headers']).toContain('authorization');
    const answer = await app.http.get('/api/classes').set('Origin', FRIEND);
    expect(answer.headers['access-control-allow-origin']).toBe(FRIEND);
    expect(answer.headers['access-control-expose-headers']?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
    expect(answer.headers['vary']).toContain('Origin');
  });

  it('may not call us from any other origin, not even a similar one or null', async () => {
    for (const origin of [
      'https://evil.example',
      `${FRIEND}.evil.example`,
      'http://camp.example.test',
      'https://sub.camp.example.test',
      'null',
    ]) {
      const refused = await preflight(origin);
      expect(refused.headers['access-control-allow-origin'], origin).toBeUndefined();
      const answer = await app.http.get('/api/classes').set('Origin', origin);
      expect(answer.headers['access-control-allow-origin'], origin).toBeUndefined();
      expect(answer.headers['access-control-allow-credentials'], origin).toBeUndefined();
    }
  });

  it('may not call us at all if CLIENT_ORIGINS is empty', async () => {
    const alone = await startTestApp();
    try {
      const answer = await alone.http.get('/api/classes').set('Origin', FRIEND);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    } finally {
      await alone.close();
    }
  });
});
