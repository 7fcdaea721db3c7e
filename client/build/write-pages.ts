import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { CLASS_HEAD_PLACE } from '../../contract/src/page-head.ts';
import { DRAWING, type DrawnPage } from '../../contract/src/drawn-page.ts';
import { readMarkdown } from '../../contract/src/read-markdown.ts';
import { FIRST_SCHOOL } from '../../contract/src/school.ts';
import type { PageText, Text } from '../../contract/src/text-parts.ts';
import { paths } from '../src/lib/paths.ts';
import { readFirstTexts } from './first-texts.ts';
import { loadPrerender, type Prerender } from './load-prerender.ts';
import { readSettings } from './read-settings.ts';

type Page = {
  file: string;
  /** An address that shows it, and the file of the page. Left out where the browser renders everything. */
  rendered?: { path: string; module: string };
  isClass?: boolean;
  texts?: PageText[];
};

/** A script in public/, where the dev server finds it. */
const FIRST_PAINT = 'first-paint.js';

/** The HTML files in dist/, one for each public page. serve-client.ts on the server knows which address gets which. */
const PAGES: Page[] = [
  { file: 'index.html', rendered: { path: '/', module: 'src/pages/home-page.tsx' } },
  {
    file: 'classes.html',
    rendered: { path: '/classes', module: 'src/pages/classes-page.tsx' },
  },
  {
    file: 'class.html',
    rendered: { path: '/classes/any', module: 'src/pages/class-page.tsx' },
    isClass: true,
  },
  {
    file: 'instructors.html',
    rendered: { path: '/instructors', module: 'src/pages/instructors-page.tsx' },
  },
  ...(['about', 'questions', 'terms', 'privacy'] as const).map((name) => ({
    file: `${name}.html`,
    rendered: { path: `/${name}`, module: `src/pages/${name}-page.tsx` },
    texts: [name],
  })),
  {
    file: 'refund-policy.html',
    rendered: { path: '/refund-policy', module: 'src/pages/refund-policy-page.tsx' },
    texts: ['refundPolicy', 'refundCases'],
  },
  { file: 'contact.html', rendered: { path: '/contact', module: 'src/pages/contact-page.tsx' } },
  { file: 'login.html', rendered: { path: '/login', module: 'src/pages/login-page.tsx' } },
  { file: 'signup.html', rendered: { path: '/signup', module: 'src/pages/sign-up-page.tsx' } },
  // The dashboards, and every address that has no page.
  { file: 'app.html' },
];

/**
 * Renders the HTML: for the build a file for each public page, for the dev server an empty document.
 * @param environment see readSettings()
 */
export function writePages(environment: Record<string, string | undefined>): Plugin {
  const settings = readSettings(environment);
  let root: string;
  return {
    name: 'write-pages',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    // After Vite's own handlers: what is left asks for a page.
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const render = async () => {
          const { prerenderPage } = (await server.ssrLoadModule(
            '/src/app/prerender.tsx',
          )) as Prerender;
          const html = await prerenderPage({
            ...settings,
            firstPaint: `/${FIRST_PAINT}`,
            script: '/src/main.tsx',
          });
          response.setHeader('Content-Type', 'text/html');
          response.end(await server.transformIndexHtml(request.url ?? '/', html));
        };
        render().catch(next);
      });
    },
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error('The build made no script');
      // With a hash in its name: an old copy must not meet a page that a newer build made.
      const firstPaint = this.emitFile({
        type: 'asset',
        name: FIRST_PAINT,
        source: readFileSync(join(root, 'public', FIRST_PAINT)),
      });
      const pages: DrawnPage[] = PAGES.map(({ file, rendered, isClass, texts }) => {
        const needed = listNeeded(chunks, entry, rendered?.module);
        return {
          file,
          path: rendered?.path,
          texts,
          document: {
            ...settings,
            firstPaint: `/${this.getFileName(firstPaint)}`,
            script: `/${entry.fileName}`,
            modules: needed.slice(1).map(({ fileName }) => `/${fileName}`),
            styles: needed.flatMap(({ viteMetadata }) =>
              [...(viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
            ),
            isClass,
          },
        };
      });
      const firstTexts = readFirstTexts(root);
      const readFirst = (name: PageText): Text => ({
        version: FIRST_SCHOOL.termsDate,
        parts: readMarkdown(firstTexts[name], FIRST_SCHOOL),
      });
      const drawing = await loadPrerender(root, async ({ prerenderPage }) => {
        for (const { file, path, document, texts: names = [] } of pages) {
          const texts = Object.fromEntries(names.map((name) => [name, readFirst(name)]));
          const drawn = { ...document, settings: { ...document.settings, texts } };
          const html = await prerenderPage(drawn, path);
          if (document.isClass && !html.includes(CLASS_HEAD_PLACE))
            throw new Error(`${file} has no ${CLASS_HEAD_PLACE}`);
          this.emitFile({ type: 'asset', fileName: file, source: html });
        }
      });
      // With these, the server draws the pages again when a director changes what they say: server/src/http/pages.ts.
      drawing.set(DRAWING.pages, JSON.stringify(pages));
      drawing.set(DRAWING.texts, JSON.stringify(firstTexts));
      // Node reads them as modules wherever they are.
      drawing.set('package.json', '{"type":"module"}');
      for (const [name, source] of drawing)
        this.emitFile({ type: 'asset', fileName: `${DRAWING.folder}/${name}`, source });
      // The server knows by it which addresses are none of the app's.
      const source = JSON.stringify(Object.values(paths));
      this.emitFile({ type: 'asset', fileName: 'paths.json', source });
    },
  };
}

/**
 * @param file of the page, such as `src/pages/login-page.tsx`
 * @returns the first script, the chunk of a page's file, and everything that the two import
 */
export function listNeeded(
  chunks: Rolldown.OutputChunk[],
  entry: Rolldown.OutputChunk,
  file?: string,
): Rolldown.OutputChunk[] {
  // A page that others import, too, may share its chunk with them.
  const page =
    file && chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${file}`)));
  const needed = new Set(page ? [entry, page] : [entry]);
  // A set that grows while it is walked through also visits what was added.
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  return [...needed];
}
