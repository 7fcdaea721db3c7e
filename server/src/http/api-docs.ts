import express, { Router } from 'express';
import { getAbsoluteFSPath } from 'swagger-ui-dist';
import { makeCachedAnswer } from './cached-answers.ts';
import { createOpenApiDocument } from './openapi.ts';

/** Swagger UI’s own page loads a demo document. This page loads ours. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>SPEAKIFYR | API</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="swagger-ui.css" />
  </head>
  <body>
    <main id="calls"></main>
    <script src="swagger-ui-bundle.js"></script>
    <script src="start.js"></script>
  </body>
</html>
`;

/** A separate file, because our pages run no inline scripts. */
const START = `SwaggerUIBundle({ url: '../openapi.json', domNode: document.getElementById('calls'), deepLinking: true });
`;

/** Serves the contract as an OpenAPI document (openapi.json), and as a page to read it and try each call (docs). */
export function serveApiDocs(): Router {
  // Made once, so that a request costs no more than a file.
  const { body, etag } = makeCachedAnswer(createOpenApiDocument(), undefined);
  return Router({ strict: true })
    .get(
      '/openapi.json',
      (_request, response) =>
        void response.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type('json').send(body),
    )
    .get('/docs', (_request, response) => response.redirect(308, 'docs/'))
    .get('/docs/', (_request, response) => void response.type('html').send(PAGE))
    .get('/docs/start.js', (_request, response) => void response.type('js').send(START))
    .use('/docs/', express.static(getAbsoluteFSPath(), { index: false, maxAge: '1d' }));
}
