import type { Plugin } from 'vite';
import { PAGE_HEADS, type PageHead } from '../src/lib/page-heads.ts';

/**
 * The HTML of each public page: its file in dist/ (serve-client.ts on the server sends it), its head, and the module
 * that draws it, which is then fetched beside the first script and not after it. The server writes a class's head.
 */
const PAGES: { file: string; head?: PageHead; module?: string }[] = [
  { file: 'index.html', head: PAGE_HEADS.home },
  { file: 'classes.html', head: PAGE_HEADS.classes, module: 'classes-page' },
  { file: 'class.html', module: 'class-page' },
  { file: 'instructors.html', head: PAGE_HEADS.instructors, module: 'instructors-page' },
  { file: 'login.html', head: PAGE_HEADS.login, module: 'login-page' },
  { file: 'signup.html', head: PAGE_HEADS.signUp, module: 'sign-up-page' },
  // The dashboards, and whatever else is no file.
  { file: 'app.html' },
];

const TITLE = '<title>SPEAKIFYR</title>';

/** Makes an HTML file for each public page out of index.html. */
export function writePages(): Plugin {
  return {
    name: 'write-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('The build made no index.html');
      const html = String(template.source);
      if (!html.includes(TITLE)) throw new Error(`index.html has no ${TITLE}`);
      for (const { file, head, module } of PAGES) {
        const preloads = module ? listChunks(bundle, module).map(preload) : [];
        const tags = [head ? writeHead(head) : TITLE, ...preloads].join('\n    ');
        const source = html.replace(TITLE, () => tags);
        if (file === 'index.html') template.source = source;
        else this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1];

/** The chunk of a page and those that it imports, but for what every page has. */
function listChunks(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}.tsx`));
  if (!page) throw new Error(`No chunk for ${module}.tsx`);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  const listed = new Set([page.fileName]);
  // What is added while it runs is visited too.
  for (const name of listed) {
    const imports = chunks.find(({ fileName }) => fileName === name)?.imports ?? [];
    for (const imported of imports) if (!known.has(imported)) listed.add(imported);
  }
  return [...listed];
}

function preload(fileName: string): string {
  return `<link rel="modulepreload" crossorigin href="/${fileName}" />`;
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
