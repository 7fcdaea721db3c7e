import type { CampClass } from '@speakifyr/contract/classes.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Router } from 'express';
import { LRUCache } from 'lru-cache';

/** The pages that search engines may list, besides those of the classes. Each is a file of the built app. */
export const PUBLIC_PAGES: Record<string, string> = {
  '/': 'index.html',
  '/classes': 'classes.html',
  '/instructors': 'instructors.html',
  '/about': 'about.html',
  '/questions': 'questions.html',
  '/contact': 'contact.html',
  '/terms': 'terms.html',
  '/refund-policy': 'refund-policy.html',
  '/privacy': 'privacy.html',
};

/** The calls that public pages make. A search engine that is not allowed them sees a page that failed to load. */
const PUBLIC_CALLS = ['/api/classes', '/api/instructors', '/api/popularclass'];

/** How old a sitemap may be, so that nobody can make us read the database over and over. */
const SITEMAP_MS = 60_000;

/** How long it may be believed. */
const SECURITY_TXT_MS = 180 * 86_400_000;

type Options = {
  now: () => Date;
  /** The school's own address, such as `https://camp.example`. Without it there is no sitemap. */
  publicUrl: string | undefined;
  /** All classes that visitors can see. */
  listClasses: () => Promise<Pick<CampClass, '_id'>[]>;
};

/** Serves robots.txt, security.txt, and sitemap.xml with the address of every public page. R76 */
export function serveSearchEngines({ publicUrl, listClasses, now }: Options): Router {
  const sitemaps = new LRUCache<string, string>({
    max: 1,
    ttl: SITEMAP_MS,
    fetchMethod: async (origin) => writeSitemap(origin, await listClasses()),
  });
  return Router()
    .get('/robots.txt', (_request, response) => {
      response
        .type('text')
        .send(
          [
            'User-agent: *',
            ...PUBLIC_CALLS.map((path) => `Allow: ${path}`),
            'Disallow: /api/',
            'Disallow: /dashboard',
            'Disallow: /emails/',
            ...(publicUrl ? [`Sitemap: ${publicUrl}/sitemap.xml`] : []),
            '',
          ].join('\n'),
        );
    })
    .get('/.well-known/security.txt', (_request, response) => {
      response.type('text').send(writeSecurityText(now(), publicUrl));
    })
    .get('/sitemap.xml', async (_request, response) => {
      const sitemap = publicUrl && (await sitemaps.fetch(publicUrl));
      if (!sitemap) return void response.status(404).type('text').send('There is no sitemap.\n');
      response.type('application/xml').set('Cache-Control', 'public, max-age=3600').send(sitemap);
    });
}

/** Whom to tell of a hole in the school. https://www.rfc-editor.org/rfc/rfc9116 */
function writeSecurityText(now: Date, publicUrl: string | undefined): string {
  const expires = new Date(now.getTime() + SECURITY_TXT_MS).toISOString();
  const own = publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : [];
  const lines = [`Contact: mailto:${SCHOOL.email}`, `Expires: ${expires}`, ...own];
  return [...lines, 'Preferred-Languages: en', ''].join('\n');
}

/** Every address consists of our own origin, fixed paths and ids, so nothing needs escaping. */
function writeSitemap(origin: string, classes: Pick<CampClass, '_id'>[]): string {
  const paths = [...Object.keys(PUBLIC_PAGES), ...classes.map(({ _id }) => `/classes/${_id}`)];
  const entries = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`;
}
