import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import {
  CLASS_HEAD_PLACE,
  describeClass,
  FIRST_PICTURE_PLACE,
  describeUnknownClass,
} from '@speakifyr/contract/page-head.ts';
import { findColors, FIRST_COLOR } from '@speakifyr/contract/school-color.ts';
import { drawInitials } from '@speakifyr/contract/school-icon.ts';
import { hasMarksOfDemo } from '@speakifyr/contract/school-look.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import compression from 'compression';
import { type RequestHandler, type Response, Router } from 'express';
import serveCompressed from 'express-static-gzip';
import pTimeout from 'p-timeout';
import { readAppPaths } from '../app-paths.ts';
import { ApiError } from '../errors.ts';
import { writeClassHead, writePicture, writeStructuredData } from './class-head.ts';
import type { Pages } from './pages.ts';

type Options = {
  /** Reads the pages as they are now: pages.ts. */
  readPages: () => Promise<Pages>;
  /** The school's own address, such as `https://camp.example`. Pages name no address if it is unknown. */
  publicUrl: string | undefined;
  findClass: (id: string) => Promise<CampClass>;
  /** Describes a class for search engines. */
  describeEvent: (campClass: CampClass, address: string) => object;
  /** The class that the Classes page shows first. */
  findFirst: () => Promise<CampClass | undefined>;
};

/**
 * Serves the built web app: the HTML of each public page, app.html for every other address, and files with a hash in
 * their name, which browsers keep for a year. R47
 * @param folder absolute path of the built app
 * @param options the functions are for the pages, for the page of a class, whose HTML has the class's name, and for the
 *   pictures that pages start with
 */
export function serveClient(folder: string, options: Options): Router {
  const { readPages } = options;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.map((name) => `/${name}`));
  const isOfApp = matchPaths(readAppPaths(folder));
  const drawn = files.has(MANIFEST)
    ? (JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as object)
    : {};
  // The build compresses files (client/build/compress-files.ts). Pages are drawn here, so they are not.
  const compressed = compression({ threshold: 0 });
  return Router()
    .get('/classes/:id', compressed, serveClassPage(options))
    .get('/classes', compressed, serveClasses(options))
    .get(MANIFEST, (_request, response) => {
      const manifest = {
        ...drawn,
        name: `${SCHOOL.name} team`,
        short_name: SCHOOL.name,
        ...(SCHOOL.color !== FIRST_COLOR && { theme_color: findColors(SCHOOL.color).light }),
        ...(!hasMarksOfDemo() && { icons: [{ src: ICON, sizes: 'any', type: 'image/svg+xml' }] }),
      };
      response.set('Cache-Control', 'no-cache').type('application/manifest+json').send(manifest);
    })
    .get(MARKS_OF_DEMO, (_request, response, next) => {
      if (hasMarksOfDemo()) return next();
      response.set('Cache-Control', 'no-cache').type('image/svg+xml').send(drawInitials());
    })
    .get('/{*path}', compressed, async (request, response, next) => {
      const pages = await readPages();
      const name = findPage(request.path, files, pages);
      const html = pages.get(name);
      if (html === undefined) return next();
      // The app says so itself. The status is for everybody else. The worker keeps the file under its own name.
      if (name === APP && request.path !== `/${APP}` && !isOfApp(request.path))
        response.status(404);
      sendPage(html, response);
    })
    .use(
      serveCompressed(folder, {
        index: false,
        enableBrotli: true,
        orderPreference: ['br', 'gzip'],
        serveStatic: {
          setHeaders(response, file) {
            response.setHeader('Cache-Control', chooseCaching(file));
            if (!WORKER.test(file))
              for (const header of PAGE_HEADERS) response.removeHeader(header);
          },
        },
      }),
    );
}

/** @returns the file of a page; '' for a file that is none */
function findPage(path: string, files: Set<string>, pages: Pages): string {
  if (path === '/') return 'index.html';
  const page = path.slice(1).replace(/\/$/, '');
  if (pages.has(`${page}.html`)) return `${page}.html`;
  if (pages.has(page)) return page;
  const isFile = files.has(path) || path.startsWith('/assets/');
  return isFile ? '' : APP;
}

/** What a phone that keeps the app calls it. */
const MANIFEST = '/app.webmanifest';

/** What stands for the school in a tab of the browser. */
const ICON = '/favicon.svg';

/** The drawings of the demo school. Any other school serves its initials at these addresses. R609 */
const MARKS_OF_DEMO = [ICON, '/favicon.ico', '/logo.svg', '/icons/:file', '/pictures/social.:type'];

/** The HTML of every address that has no page of its own. */
const APP = 'app.html';

/** @param paths the patterns of all addresses of the app */
function matchPaths(paths: string[]): (path: string) => boolean {
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** These 1.7 kB say what a page or the worker may do. Pictures and scripts don't need them. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** What keeps the app on the team's phones: client/src/worker.js. A new one must be found at once. */
const WORKER = /[/\\]worker\.js(\.\w+)?$/;

/**
 * R405
 * @param file its path; those in assets/ have a hash of their content in their name
 */
function chooseCaching(file: string): string {
  if (/[/\\]assets[/\\]/.test(file)) return 'public, max-age=31536000, immutable';
  return WORKER.test(file) ? 'no-cache' : 'public, max-age=3600';
}

/** An id of a MongoDB document. */
const ID = /^[\da-f]{24}$/i;

function serveClassPage({
  readPages,
  findClass,
  describeEvent,
  publicUrl,
}: Options): RequestHandler<{ id: string }> {
  return async (request, response) => {
    const html = (await readPages()).get('class.html') ?? '';
    const { id } = request.params;
    const found = ID.test(id)
      ? await findClass(id).catch((error: unknown) => error)
      : new ApiError('not_found');
    // The app itself tells the visitor what is wrong, even when the database is down.
    if (found instanceof ApiError && found.status === 404) response.status(404);
    const campClass = found instanceof Error ? undefined : (found as CampClass);
    const head = campClass ? describeClass(campClass) : describeUnknownClass();
    // Not from the Host header: anyone can send any.
    const path = `/classes/${encodeURIComponent(id)}`;
    const address = publicUrl && publicUrl + path;
    const data =
      campClass && address ? writeStructuredData(describeEvent(campClass, address), path) : '';
    const page = html.replace(CLASS_HEAD_PLACE, () => writeClassHead(head, address) + data);
    sendPage(fillInPicture(page, head.picture), response);
  };
}

/** How long the Classes page waits to learn its first picture. It works without. */
const PATIENCE_MS = 200;

function serveClasses({ readPages, findFirst }: Options): RequestHandler {
  return async (request, response, next) => {
    // A search shows other classes.
    if (Object.keys(request.query).length > 0) return next();
    const first = await pTimeout(findFirst(), {
      milliseconds: PATIENCE_MS,
      message: 'no class in time',
    }).catch(() => {});
    if (!first) return next();
    const html = (await readPages()).get('classes.html') ?? '';
    sendPage(fillInPicture(html, first.image), response);
  };
}

function fillInPicture(html: string, address: string | undefined): string {
  return address ? html.replace(FIRST_PICTURE_PLACE, () => writePicture(address)) : html;
}

function sendPage(html: string, response: Response): void {
  response.set('Cache-Control', 'no-cache').type('html').send(html);
}
