import type { Plugin } from 'vite';
import { FIRST_CALLS } from '../src/lib/first-calls.ts';
import { drawPages } from './draw-pages.ts';
import { PAGE_HEADS, type PageHead } from '../src/lib/page-heads.ts';

type Page = {
  file: string;
  head?: PageHead;
  /** An address that shows it, and the file in src/pages/ that does; left out where nothing is drawn beforehand. */
  drawn?: { path: string; module: string };
  /** One of FIRST_CALLS. */
  call?: string;
};

/**
 * The HTML of each public page: its file in dist/ (serve-client.ts on the server sends it), its head, and what there is
 * to see before any script has run. The server writes a class's head.
 */
const PAGES: Page[] = [
  { file: 'index.html', head: PAGE_HEADS.home, drawn: { path: '/', module: 'home-page' } },
  {
    file: 'classes.html',
    head: PAGE_HEADS.classes,
    drawn: { path: '/classes', module: 'classes-page' },
    call: FIRST_CALLS.classes,
  },
  {
    file: 'class.html',
    drawn: { path: '/classes/any', module: 'class-page' },
    call: FIRST_CALLS.class,
  },
  {
    file: 'instructors.html',
    head: PAGE_HEADS.instructors,
    drawn: { path: '/instructors', module: 'instructors-page' },
  },
  { file: 'login.html', head: PAGE_HEADS.login, drawn: { path: '/login', module: 'login-page' } },
  {
    file: 'signup.html',
    head: PAGE_HEADS.signUp,
    drawn: { path: '/signup', module: 'sign-up-page' },
  },
  // The dashboards, and whatever else is no file.
  { file: 'app.html' },
];

const TITLE = '<title>SPEAKIFYR</title>';
/** The app's own script, and the scripts that it imports. */
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const IMPORTED = /<link rel="modulepreload"[^>]* href="([^"]+)">/g;
const FIRST_PAINT = '<script src="/first-paint.js"';
const ROOT = '<div id="root"></div>';

/** Makes an HTML file for each public page out of index.html. */
export function writePages(): Plugin {
  let root: string;
  return {
    name: 'write-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    async generateBundle(_options, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('The build made no index.html');
      const html = String(template.source);
      for (const part of [TITLE, FIRST_PAINT, ROOT])
        if (!html.includes(part)) throw new Error(`index.html has no ${part}`);
      const script = SCRIPT.exec(html)?.[1];
      if (!script) throw new Error('index.html has no script');
      const imported = [...html.matchAll(IMPORTED)].map(([, href]) => href);
      const paths = PAGES.flatMap(({ drawn }) => drawn?.path ?? []);
      const drawings = await drawPages(root, paths);
      for (const { file, head, drawn, call } of PAGES) {
        const drawing = drawn ? (drawings.get(drawn.path) ?? '') : '';
        const scripts = drawn ? [...imported, ...listChunks(bundle, drawn.module), script] : [];
        const first = [
          FIRST_PAINT,
          ...(drawn ? [`data-app="${scripts.join(' ')}"`] : []),
          ...(call ? [`data-call="${escape(call)}"`] : []),
        ].join(' ');
        // What is drawn already does not wait for the scripts: first come its style, letters and picture.
        const source = (drawn ? html.replace(SCRIPT, '').replaceAll(IMPORTED, '') : html)
          .replace(FIRST_PAINT, () => first)
          .replace(TITLE, () => (head ? writeHead(head) : TITLE))
          .replace(ROOT, () => `<div id="root">${drawing}</div>`);
        if (file === 'index.html') template.source = source;
        else this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1];

/** The addresses of the chunk of a page and those that it imports, but for what every page has. */
function listChunks(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}.tsx`));
  // Home is in the first script.
  if (!page) return [];
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const listed = new Set([page.fileName]);
  // What is added while it runs is visited too.
  for (const name of listed) {
    const imports = chunks.find(({ fileName }) => fileName === name)?.imports ?? [];
    for (const imported of imports) if (!known.has(imported)) listed.add(imported);
  }
  return [...listed].map((fileName) => `/${fileName}`);
}

function writeHead({ title, description = '', picture }: PageHead): string {
  return [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    `<meta property="og:title" content="${escape(title)}" />`,
    `<meta property="og:description" content="${escape(description)}" />`,
    ...(picture ? [`<meta property="og:image" content="${escape(picture)}" />`] : []),
  ].join('\n    ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
