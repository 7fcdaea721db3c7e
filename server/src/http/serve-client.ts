import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { withinTime } from '../within-time.ts';
import { ApiError } from '../errors.ts';
import { writeClassHead, writeFirstPicture, writePictureLink } from './class-head.ts';

type Classes = {
  findClass: (id: string) => Promise<CampClass>;
  /** The one that Classes shows first. */
  findFirst: () => Promise<CampClass | undefined>;
};

/**
 * How the build compresses (client/build/compress-files.ts), best first; and how a page is compressed that is written
 * for one request: in well under a millisecond, and hardly larger.
 */
const ENCODINGS = [
  {
    name: 'br',
    ending: '.br',
    compress: (text: string) =>
      compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', ending: '.gz', compress: (text: string) => compressGzip(text) },
];
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Serves the built web app: files with a hash in their name for a year, the HTML of each public page (as
 * client/build/write-pages.ts made it), and app.html for every other address, so that a link into the app works.
 * @param folder absolute path of the built app
 * @param classes for the page of a class: its name and picture stand in its HTML, where it is shared; and for the
 *   picture that Classes begins with
 */
export function serveClient(folder: string, { findClass, findFirst }: Classes): Router {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const readPage = (name: string) => readFileSync(join(folder, name), 'utf8');
  return Router()
    .get('/classes/:id', serveClassPage(readPage('class.html'), findClass))
    .get('/classes', serveClasses(readPage('classes.html'), findFirst))
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
    const encoding = chooseEncoding(request, response);
    if (encoding) {
      request.url = file + encoding.ending;
      // The type of what is compressed; express.static leaves it.
      response.set('Content-Encoding', encoding.name).type(extname(file));
    }
    next();
  };
}

function chooseEncoding(request: Request, response: Response) {
  response.vary('Accept-Encoding');
  return ENCODINGS.find(({ name }) => request.acceptsEncodings(name));
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
    const { id } = request.params;
    const campClass = ID.test(id)
      ? await findClass(id).catch((error: unknown) => error)
      : new ApiError('not_found');
    // Who reads the page is told by the app itself; without a database, it says that too.
    if (campClass instanceof Error) {
      const isGone = campClass instanceof ApiError && campClass.status === 404;
      return sendPage(html, request, response.status(isGone ? 404 : 200));
    }
    const origin = `${request.protocol}://${request.host}`;
    const head = writeClassHead(campClass as CampClass, origin);
    return sendPage(
      html.replace('<title>SPEAKIFYR</title>', () => head),
      request,
      response,
    );
  };
}

/** How long a page waits to learn which picture comes first; without a database it goes without. */
const PATIENCE_MS = 200;

function serveClasses(html: string, findFirst: Classes['findFirst']): RequestHandler {
  return async (request, response, next) => {
    // A search has other classes.
    const isSearch = Object.keys(request.query).length > 0;
    const first = isSearch
      ? undefined
      : await withinTime(findFirst(), PATIENCE_MS, 'no class in time').catch(() => undefined);
    const link = first && writePictureLink(first);
    if (!link) return next();
    response.set('Link', link);
    const page = html.replace('</head>', () => `${writeFirstPicture(first)}</head>`);
    return sendPage(page, request, response);
  };
}

/** Sends a page that was written for this request, compressed if the browser takes that. */
async function sendPage(html: string, request: Request, response: Response): Promise<void> {
  const encoding = chooseEncoding(request, response);
  response.set('Cache-Control', 'no-cache').type('html');
  if (encoding) response.set('Content-Encoding', encoding.name);
  response.send(encoding ? await encoding.compress(html) : html);
}
