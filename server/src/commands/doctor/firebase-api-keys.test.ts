import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFirebase } from './check-firebase.ts';

// docs/going-live.md says to limit the web app's key to the site's pages. Google then refuses calls from elsewhere, so
// the server needs a key of its own.
const SITE = new URL('https://camp.example');

let google: Server;
let settings: Record<string, string>;
beforeAll(async () => {
  google = createServer((request, response) => {
    const isWebKey = request.url?.endsWith('key=of-the-web-app');
    const { referer } = request.headers;
    if (isWebKey && !referer?.startsWith(SITE.origin)) {
      const message = `Requests from referer ${referer ?? '<empty>'} are blocked.`;
      response.writeHead(403).end(JSON.stringify({ error: { code: 403, message } }));
    } else if (request.method === 'GET') {
      const projectId = request.url?.endsWith('key=of-another-project') ? '456' : '123';
      const project = { projectId, authorizedDomains: [SITE.hostname] };
      response.end(JSON.stringify({ keys: [{}], ...project }));
    } else {
      const message = request.url?.includes('lookup')
        ? 'INVALID_ID_TOKEN'
        : 'INVALID_LOGIN_CREDENTIALS';
      response.writeHead(400).end(JSON.stringify({ error: { code: 400, message } }));
    }
  });
  await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  settings = {
    FIREBASE_JWKS_URL: address,
    IDENTITY_TOOLKIT_URL: address,
    FIREBASE_API_KEY: 'of-the-server',
    VITE_FIREBASE_API_KEY: 'of-the-web-app',
    VITE_FIREBASE_APP_ID: '1:123:web:abc',
  };
});
afterAll(() => new Promise((closed) => google.close(closed)));

const askAbout = async (site?: URL, changed = {}) =>
  (await checkFirebase({ ...settings, ...changed }, site)).map(
    ({ state, about }) => `${state} ${about}`,
  );

test('a key that is limited to the pages of the site is right, and can be checked with its address', async () => {
  expect(await askAbout()).toEqual([
    'ok Firebase keys',
    'ok Firebase look-up',
    'unknown Firebase project',
  ]);
  expect(await askAbout(SITE)).toEqual([
    'ok Firebase keys',
    'ok Firebase look-up',
    'ok Firebase project',
    'ok Firebase sign-in',
    'ok Firebase domain',
  ]);
});

test('a key that is limited to the pages of another site is wrong', async () => {
  expect(await askAbout(new URL('https://other.example'))).toContain('wrong Firebase project');
});

test('a server’s key from another project is wrong: nobody could log in', async () => {
  expect(await askAbout(SITE, { FIREBASE_API_KEY: 'of-another-project' })).toEqual([
    'ok Firebase keys',
    'wrong Firebase look-up',
    'ok Firebase project',
    'ok Firebase sign-in',
    'ok Firebase domain',
  ]);
});
