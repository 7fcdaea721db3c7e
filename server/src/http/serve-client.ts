import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import express, { type RequestHandler, Router } from 'express';
import { ApiError } from './api-error.ts';
import { writeClassHead, writePictureLink } from './class-head.ts';

type Classes = {
  findClass: (id: string) => Promise<CampClass>;
  /** The one that Classes shows first. */
  findFirst: () => Promise<CampClass | undefined>;
};

/** How the build compresses (client/build/compress-files.ts), best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/**
 * Serves the built web app: files with a hash in their name for a year, the HTML of each public page (as
 * client/build/write-pages.ts made it), and app.html for every other address, so that a link into the app works.
 * @param folder absolute path of the built app
 * @param classes for the page of a class: its name and picture stand in its HTML, where it is shared; and for the
 *   picture that Classes begins with
 */
export function serveClient(folder: string, { findClass, findFirst }: Classes): Router {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Router()
    .get(
      '/classes/:id',
      serveClassPage(readFileSync(join(folder, 'class.html'), 'utf8'), findClass),
    )
    .get('/classes', namePicture(findFirst))
    .use(chooseFile(new Set(names.map((name) => `/${name}`))))
    .use(
      express.static(folder, {
        index: false,
        setHeaders: (response, file) => {
          response.set('Cache-Control', chooseCaching(file));
          // It is about what a page may do: 1.3 kB that a picture or a script has no use for.
          if (!PAGE.test(file)) response.removeHeader('Content-Security-Policy');
        },
      }),
    );
}

/** Leads to the file of a page, and to the compressed one where there is one and the browser takes it. */
function chooseFile(files: Set<string>): RequestHandler {
  return (request, response, next) => {
    const file = findFile(request.path, files);
    request.url = file;
    if (!files.has(`${file}.br`)) return next();
    response.vary('Accept-Encoding');
    const encoding = ENCODINGS.find(({ name }) => request.acceptsEncodings(name));
    if (encoding) {
      request.url = file + encoding.ending;
      // The type of what is compressed; express.static leaves it.
      response.set('Content-Encoding', encoding.name).type(extname(file));
    }
    next();
  };
}

function findFile(path: string, files: Set<string>): string {
  if (path === '/') return '/index.html';
  const page = `${path.replace(/\/$/, '')}.html`;
  if (files.has(page)) return page;
  const isFile = files.has(path) || path.startsWith('/assets/');
  return isFile ? path : '/app.html';
}

/** An HTML file, or one compressed. */
const PAGE = /\.html(\.\w+)?$/;

/** @param file its path; those in assets/ have a hash of their content in their name */
function chooseCaching(file: string): string {
  if (/[/\\]assets[/\\]/.test(file)) return 'public, max-age=31536000, immutable';
  return PAGE.test(file) ? 'no-cache' : 'public, max-age=3600';
}

/** What MongoDB calls its documents. */
const ID = /^[\da-f]{24}$/i;

function serveClassPage(
  html: string,
  findClass: Classes['findClass'],
): RequestHandler<{ id: string }> {
  return async (request, response) => {
    response.set('Cache-Control', 'no-cache').type('html');
    const { id } = request.params;
    const campClass = ID.test(id)
      ? await findClass(id).catch((error: unknown) => error)
      : new ApiError('not_found');
    // Who reads the page is told by the app itself; without a database, it says that too.
    if (campClass instanceof Error) {
      const isGone = campClass instanceof ApiError && campClass.status === 404;
      return void response.status(isGone ? 404 : 200).send(html);
    }
    const origin = `${request.protocol}://${request.host}`;
    const head = writeClassHead(campClass as CampClass, origin);
    response.send(html.replace('<title>SPEAKIFYR</title>', () => head));
  };
}

/** How long a page waits to learn which picture comes first; without a database it goes without. */
const PATIENCE_MS = 200;

function namePicture(findFirst: Classes['findFirst']): RequestHandler {
  return async (request, response, next) => {
    // A search has other classes.
    const isSearch = Object.keys(request.query).length > 0;
    const first = isSearch
      ? undefined
      : await Promise.race([findFirst().catch(() => undefined), setTimeout(PATIENCE_MS)]);
    const link = first && writePictureLink(first);
    if (link) response.set('Link', link);
    next();
  };
}
