import { join } from 'node:path';
import express, { Router } from 'express';

/**
 * Serves the built web app: files with a hash in their name for a year, and index.html for every address that
 * is a page, so that a link into the app works.
 * @param folder absolute path of the built app
 */
export function serveClient(folder: string): Router {
  return Router()
    .use(
      '/assets',
      express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
    )
    .use(express.static(folder, { index: false, maxAge: '1h' }))
    .get('/{*page}', (_request, response) => {
      response.set('Cache-Control', 'no-cache').sendFile('index.html', { root: folder });
    });
}
