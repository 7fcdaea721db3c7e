import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import {
  CLASS_HEAD_PLACE,
  describeClass,
  FIRST_PICTURE_PLACE,
} from '@speakifyr/contract/page-head.ts';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { addAddress, writeClassHead } from './class-head.ts';
import { setUpSchool } from '../testing/school.ts';
import { serveClient } from './serve-client.ts';

const SHELL = `<html><head>${CLASS_HEAD_PLACE}</head>${FIRST_PICTURE_PLACE}</html>`;
const CLASSES = `<html><head><title>Classes</title></head>${FIRST_PICTURE_PLACE}</html>`;
const PICTURE =
  '<picture><source type="image/avif" srcset="/pictures/classes/sailing.avif"/><img src="/pictures/classes/sailing.webp" alt="" fetchpriority="high"/></picture>';
const sailing = {
  name: 'Sailing "fast" </title><script>alert(1)</script> & more',
  details: 'Five days in small dinghies. '.repeat(9),
  camp_start: '2027-08-02',
  image: '/pictures/classes/sailing.webp',
} as CampClass;

const PUBLIC_URL = 'https://camp.example';
/** The page Classes as it is sent, with its own address. */
const SENT_CLASSES = addAddress(CLASSES, PUBLIC_URL, '/classes');
const SAILING = 'a'.repeat(24);
const GONE = 'b'.repeat(24);
const BROKEN = 'c'.repeat(24);

/** What is drawn of the demo school's lake: client/public. */
const MARKS = [
  'favicon.svg',
  'favicon.ico',
  'logo.svg',
  'icons/app-512.png',
  'pictures/social.jpg',
];

const folder = mkdtempSync(join(tmpdir(), 'speakifyr-client-'));
let findFirst: () => Promise<CampClass | undefined> = async () => sailing;
let origin: string;
let close: () => void;

beforeAll(async () => {
  const pages = new Map([
    ['index.html', 'Home'],
    ['classes.html', SENT_CLASSES],
    ['login.html', 'Log in'],
    ['class.html', SHELL],
    ['app.html', 'App'],
  ]);
  write('paths.json', JSON.stringify(['/dashboard/student', '/dashboard/families/:id']));
  write('robots.txt', 'User-agent: *');
  for (const mark of MARKS) write(mark, 'a lake');
  write('app.webmanifest', JSON.stringify({ icons: [{ src: '/icons/app-512.png' }] }));
  write('worker.js', 'worker');
  write('worker.js.br', 'worker in brotli');
  write('assets/index-1a2b.js', 'script');
  write('assets/index-1a2b.js.gz', 'script in gzip');
  const app = express()
    .use((_request, response, next) => {
      response.setHeader('Content-Security-Policy', "default-src 'self'");
      next();
    })
    .use(
      serveClient(folder, {
        readPages: () => Promise.resolve(pages),
        publicUrl: PUBLIC_URL,
        findClass: async (id) => {
          if (id === SAILING) return sailing;
          throw new ApiError(id === BROKEN ? 'unavailable' : 'not_found');
        },
        describeEvent: ({ name }) => ({ name }),
        findFirst: () => findFirst(),
      }),
    );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});

afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Not fetch(), which would decompress the answer. */
function request(path: string, encodings = '', host?: string) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const headers = { 'Accept-Encoding': encodings, ...(host !== undefined && { Host: host }) };
      get(origin + path, { headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, text }),
        );
      }).once('error', reject);
    },
  );
}

// Rules: R47, R405.
test('every public page has its own HTML, and any other address gets the app', async () => {
  expect((await request('/')).text).toBe('Home');
  expect((await request('/login')).text).toBe('Log in');
  expect((await request('/login/?from=home')).text).toBe('Log in');
  expect((await request('/classes/?search=sail')).text).toBe(SENT_CLASSES);
  expect(await request('/dashboard/student')).toMatchObject({ status: 200, text: 'App' });
  expect((await request('/robots.txt')).text).toBe('User-agent: *');
});

test('an address that the app does not have is not found, and shows the app, which says so', async () => {
  expect(await request('/dashboard/families/1?tab=2')).toMatchObject({ status: 200, text: 'App' });
  // A phone that keeps the app asks for it so.
  expect(await request('/app.html')).toMatchObject({ status: 200, text: 'App' });
  for (const path of ['/nowhere', '/dashboard/nowhere', '/dashboard/families/1/2', '/wp-login.php'])
    expect(await request(path), path).toMatchObject({ status: 404, text: 'App' });
});

test('a text file is compressed in the way the browser accepts, and keeps its type', async () => {
  const { headers, text } = await request('/worker.js', 'gzip, deflate, br');
  expect(text).toBe('worker in brotli');
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/javascript/i) as string,
    vary: 'Accept-Encoding',
  });
  const script = '/assets/index-1a2b.js';
  expect((await request(script, 'gzip')).text).toBe('script in gzip');
  expect((await request(script, 'br;q=0, gzip')).text).toBe('script in gzip');
  expect((await request(script, 'identity')).headers).not.toHaveProperty('content-encoding');
});

test('browsers keep a file with a hash in its name for a year, and check a page each time', async () => {
  const script = await request('/assets/index-1a2b.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toMatch(/javascript/);
  expect((await request('/')).headers['cache-control']).toBe('no-cache');
  expect((await request('/classes', 'br')).headers['cache-control']).toBe('no-cache');
});

test('browsers look for a new worker each time, and it may do no more than a page', async () => {
  for (const encoding of ['identity', 'br']) {
    const { headers, text } = await request('/worker.js', encoding);
    expect(text).toMatch(/^worker/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers).toHaveProperty('content-security-policy');
  }
  expect((await request('/robots.txt')).headers).not.toHaveProperty('content-security-policy');
});

test('a script that no longer exists is a 404, not a page', async () => {
  expect((await request('/assets/index-0000.js')).status).toBe(404);
});

test('the page of a class has its name in the title, and no text of a class becomes HTML', async () => {
  const { status, text } = await request(`/classes/${SAILING}`);
  expect(status).toBe(200);
  expect(text).toContain(
    '<title data-sent>SPEAKIFYR | Sailing &quot;fast&quot; &lt;/title&gt;&lt;script&gt;',
  );
  expect(text).not.toContain('<script>');
  expect(text).toMatch(/<meta name="description" content="[^"]*from 2 August 2027\. Five days/);
  expect(text).toContain(`content="${PUBLIC_URL}/pictures/classes/sailing.webp"`);
  expect(text).toContain(PICTURE);
});

test('no page names the Host of its request', async () => {
  for (const host of ['evil.example', '[', 'a b', '']) {
    const { status, text } = await request(`/classes/${SAILING}`, '', host);
    // Node itself refuses an invalid host.
    expect([200, 400], host).toContain(status);
    if (status === 400) continue;
    expect(text, host).toContain(`<link rel="canonical" href="${PUBLIC_URL}/classes/${SAILING}"`);
    expect(text, host).toContain(`property="og:url" content="${PUBLIC_URL}/classes/${SAILING}"`);
    expect(text, host).not.toContain('evil');
  }
});

test('without a public address, a page has no address of its own', () => {
  const head = writeClassHead(describeClass(sailing), undefined);
  expect(head).toContain('og:title');
  expect(head).not.toMatch(/canonical|og:url|https?:/);
});

test('an unknown class is a 404; without a database, the page still loads', async () => {
  const text = expect.stringContaining('<title data-sent>SPEAKIFYR | Class</title>') as string;
  expect(await request(`/classes/${GONE}`)).toMatchObject({ status: 404, text });
  expect(await request('/classes/no-id')).toMatchObject({ status: 404, text });
  expect(await request(`/classes/${BROKEN}`)).toMatchObject({ status: 200, text });
});

test('a page is compressed, too', async () => {
  for (const path of ['/login', '/classes', `/classes/${SAILING}`, `/classes/${GONE}`]) {
    const { text } = await request(path);
    for (const name of ['br', 'gzip']) {
      const answer = await fetch(origin + path, { headers: { 'Accept-Encoding': name } });
      expect(answer.headers.get('content-encoding')).toBe(name);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      // fetch() has decompressed it.
      expect(await answer.text()).toBe(text);
    }
  }
});

test('a path cannot leave the folder of the app', async () => {
  for (const path of ['/../package.json', '/assets/../../package.json', '/%2e%2e/package.json']) {
    const { text } = await request(path);
    expect(text, path).not.toContain('"name"');
  }
});

test('the page Classes has the picture of its first class, except for a search', async () => {
  expect((await request('/classes')).text).toBe(SENT_CLASSES.replace(FIRST_PICTURE_PLACE, PICTURE));
  expect((await request('/classes?search=chess')).text).toBe(SENT_CLASSES);
});

test('the address of a picture never becomes HTML', async () => {
  findFirst = async () => ({ ...sailing, image: '/pictures/a"/><script>.webp' });
  const { text } = await request('/classes');
  expect(text).toContain('src="/pictures/a&quot;/&gt;&lt;script&gt;.webp"');
  expect(text).toContain('srcset="/pictures/a&quot;/&gt;&lt;script&gt;.avif"');
  expect(text).not.toContain('<script>');
});

test('the page Classes works even if the database is down or slow', async () => {
  for (const answer of [
    () => Promise.reject(new ApiError('unavailable')),
    () => new Promise<never>(() => {}),
  ]) {
    findFirst = answer;
    const { status, text } = await request('/classes');
    expect([status, text]).toEqual([200, SENT_CLASSES]);
  }
});

// Rules: R609.
test('only the demo school has its lake: another one has its initials there, and on a home screen', async () => {
  const read = async (path: string) => (await fetch(`${origin}/${path}`)).text();
  for (const mark of MARKS) expect(await read(mark), mark).toBe('a lake');
  setUpSchool({ name: 'Pine & <Hill> Camp', color: '#14532d' });
  for (const mark of MARKS) {
    const answer = await fetch(`${origin}/${mark}`);
    expect(answer.headers.get('content-type'), mark).toContain('image/svg+xml');
    expect(await answer.text(), mark).toMatch(/fill="#14532d".*>P&#38;<\/text>/);
  }
  type Manifest = { icons: { src: string }[]; theme_color: string };
  const { icons, ...others } = JSON.parse(await read('app.webmanifest')) as Manifest;
  expect(others.theme_color).toBe('#14532d');
  expect(icons.map(({ src }) => src)).toEqual(['/favicon.svg']);
  setUpSchool();
  expect(await read('app.webmanifest')).toContain('/icons/app-512.png');
});
