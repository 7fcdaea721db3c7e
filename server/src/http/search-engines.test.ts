import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLASS_HEAD_PLACE } from '@speakifyr/contract/page-head.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClass } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { writeWebApp } from '../testing/web-app.ts';
import { PUBLIC_PAGES } from './search-engines.ts';

const SITE = 'https://camp.example';
const folder = mkdtempSync(join(tmpdir(), 'speakifyr-client-'));

let app: TestApp;
beforeAll(async () => {
  const shared = '<meta property="og:image" content="/pictures/social.jpg"/>';
  const names = [...Object.values(PUBLIC_PAGES), 'app.html'];
  writeWebApp(folder, {
    ...Object.fromEntries(
      names.map((name) => [name, `<html><head>${shared}</head>${name}</html>`]),
    ),
    'class.html': `<html><head>${CLASS_HEAD_PLACE}</head></html>`,
  });
  app = await startTestApp(() => ({}), { CLIENT_DIR: folder, PUBLIC_URL: SITE });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const read = async (path: string, { url } = app) => {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

// Rules: R76.
test('the sitemap has every public page and every class that visitors can see, and all of them answer', async () => {
  const open = await buildClass(app);
  const draft = await buildClass(app);
  const archived = await buildClass(app);
  const over = await buildClass(app, { camp_start: inDays(-9), camp_end: inDays(-5) });
  const { classes } = app.services.database.collections;
  await classes.updateOne({ course_tag: draft.course_tag }, { $set: { status: 'draft' } });
  await classes.updateOne({ course_tag: archived.course_tag }, { $set: { status: 'archived' } });

  const { text, headers } = await read('/sitemap.xml');
  expect(headers.get('content-type')).toMatch(/^application\/xml/);
  const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses).toContain(`${SITE}/`);
  expect(addresses).toContain(`${SITE}/refund-policy`);
  expect(addresses).toContain(`${SITE}/classes/${open.id}`);
  for (const { id } of [draft, archived, over]) expect(text).not.toContain(id);
  expect(text).not.toMatch(/dashboard|login|signup/);

  for (const address of addresses) {
    const page = await read(address.slice(SITE.length));
    expect(page.status, address).toBe(200);
    expect(page.text, address).toContain(`<link rel="canonical" href="${address}"`);
    expect(page.text, address).not.toContain('noindex');
  }
});

test('security.txt says whom to tell of a hole in the school, and is never out of date', async () => {
  const { text, headers } = await read('/.well-known/security.txt');
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(text).toContain(`Contact: mailto:${SCHOOL.email}\n`);
  expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt\n`);
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
  expect(new Date(expires).getTime()).toBeGreaterThan(app.services.now().getTime());
});

test('robots.txt names the sitemap, and lets search engines load what public pages show', async () => {
  const { text } = await read('/robots.txt');
  expect(text.split('\n')).toEqual([
    'User-agent: *',
    'Allow: /api/classes',
    'Allow: /api/instructors',
    'Allow: /api/popularclass',
    'Disallow: /api/',
    'Disallow: /dashboard',
    'Disallow: /emails/',
    `Sitemap: ${SITE}/sitemap.xml`,
    '',
  ]);
});

test('the pictures of a page have a full address where it is shared', async () => {
  expect((await read('/about')).text).toContain(`content="${SITE}/pictures/social.jpg"`);
});

test('the page of a class has its structured data', async () => {
  const { id, name } = await buildClass(app);
  const { text } = await read(`/classes/${id}`);
  const [, json = ''] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({ '@type': 'EducationEvent', name });
});

test('without a public address there is no sitemap, and no page names one', async () => {
  const nameless = await startTestApp(() => ({}), { CLIENT_DIR: folder });
  try {
    const { id } = await buildClass(nameless);
    expect((await read('/sitemap.xml', nameless)).status).toBe(404);
    expect((await read('/robots.txt', nameless)).text).not.toContain('Sitemap');
    for (const path of ['/about', `/classes/${id}`])
      expect((await read(path, nameless)).text).not.toMatch(/canonical|ld\+json/);
  } finally {
    await nameless.close();
  }
});
