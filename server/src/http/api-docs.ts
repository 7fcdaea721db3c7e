import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import { Router } from 'express';
// Not the package's index: it runs the web page's 1.5 MB of scripts in the server.
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js';
import { makeCachedAnswer, sendCached } from './cached-answers.ts';
import { createOpenApiDocument } from './openapi.ts';

/**
 * Serves the contract as an OpenAPI document (openapi.json), and as a page to read it (docs). The page is a single
 * file: HTML that someone injects into our other pages could run a script that has its own address. R45
 */
export function serveApiDocs(): Router {
  // Built on the first request, so a server starts sooner. Later requests cost no more than a file.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  let file: ReturnType<typeof makeCachedAnswer> | undefined;
  let page: ReturnType<typeof buildPage> | undefined;
  const getDocument = () => (document ??= createOpenApiDocument());
  return Router({ strict: true })
    .get('/openapi.json', (request, response) => {
      file ??= makeCachedAnswer(getDocument(), undefined);
      sendCached(file, request, response);
    })
    .get('/docs', (_request, response) => response.redirect(308, 'docs/'))
    .get('/docs/', compression(), (_request, response) => {
      page ??= buildPage(getDocument());
      response.set(page.headers).type('html').send(page.html);
    });
}

/**
 * Swagger UI resolves all references of the document to show how to log in, which takes most of the time in which it
 * opens. Nothing there refers to anything. Calls are resolved when somebody opens one.
 */
const RESOLVE_LATER = `const resolveLater = (resolve) => (path) =>
    path[1] === 'securitySchemes' ? undefined : resolve(path);`;

/** Swagger UI with our document. Addresses in the query, such as `?url=`, are ignored. */
function buildPage(document: object): { html: Buffer; headers: Record<string, string> } {
  const read = (name: string) => readFileSync(join(getAbsoluteFSPath(), name), 'utf8');
  const start = `${RESOLVE_LATER}
  document.documentElement.classList.toggle(
    'dark-mode',
    matchMedia('(prefers-color-scheme: dark)').matches,
  );
  SwaggerUIBundle({
    spec: ${JSON.stringify(document)},
    domNode: document.getElementById('calls'),
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    defaultModelsExpandDepth: -1,
    plugins: [{ statePlugins: { spec: { wrapActions: { requestResolvedSubtree: resolveLater } } } }],
    queryConfigEnabled: false,
    supportedSubmitMethods: [],
    validatorUrl: null,
  });`;
  const scripts = [read('swagger-ui-bundle.js'), start].map(escapeScript);
  const html = Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API</title>
    <style>${read('swagger-ui.css')}.swagger-ui .opblock-body{overflow-x:auto}</style>
  </head>
  <body>
    <main id="calls"></main>
    ${scripts.map((script) => `<script>${script}</script>`).join('')}
  </body>
</html>
`);
  const headers = {
    'Content-Security-Policy': writePolicy(scripts),
    'Cache-Control': 'no-cache',
    ETag: `"${hash(html)}"`,
  };
  return { html, headers };
}

/** The same script, without text that would end its element. In strings and regular expressions, `\x3c` means `<`. */
function escapeScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3c');
}

/**
 * Only these scripts run, and they make no requests. `sandbox` gives the page its own origin, so it can't read what the
 * browser stores for our pages, such as the session token.
 */
function writePolicy(scripts: string[]): string {
  const hashes = scripts.map((script) => `'sha256-${hash(script)}'`);
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}
