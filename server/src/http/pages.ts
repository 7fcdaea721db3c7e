import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DrawnPage, type Drawing, DRAWING } from '@speakifyr/contract/drawn-page.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { pickPublic, readWebSettings, type WebSettings } from '@speakifyr/contract/web-settings.ts';
import { addAddress } from './class-head.ts';
import { PUBLIC_PAGES } from './search-engines.ts';
import { getText } from '../school/texts.ts';
import type { Services } from '../services.ts';

/** The HTML of the web app's pages with their own addresses, by file, such as `classes.html`. */
export type Pages = ReadonlyMap<string, string>;

/** The addresses of the pages that search engines may list. */
const PATHS_OF_PAGES = new Map(Object.entries(PUBLIC_PAGES).map(([path, name]) => [name, path]));

type Needs = Pick<Services, 'environment' | 'log'>;

/**
 * Draws the pages of the built app with the settings of this server and with what the school has decided. They are drawn
 * again when that changes: the next request waits for it, which takes a moment. If they can't be drawn, they stay as
 * they were. R604
 * @param folder absolute path of the built app
 * @returns reads the pages as they are now
 * @throws {Error} if they can't be drawn the first time
 */
export async function openPages(folder: string, services: Needs): Promise<() => Promise<Pages>> {
  const file = join(folder, DRAWING.folder, DRAWING.code);
  const { prerenderPage } = (await import(pathToFileURL(file).href)) as Drawing;
  const built = JSON.parse(
    readFileSync(join(folder, DRAWING.folder, DRAWING.pages), 'utf8'),
  ) as DrawnPage[];

  async function draw(): Promise<Pages> {
    const pages = new Map<string, string>();
    for (const { file: name, path, document, texts = [] } of built) {
      const settings = {
        ...readSettings(document),
        texts: Object.fromEntries(texts.map((text) => [text, getText(text)])),
      };
      const html = await prerenderPage({ ...document, settings }, path);
      const address = PATHS_OF_PAGES.get(name);
      const { PUBLIC_URL } = services.environment;
      pages.set(name, PUBLIC_URL && address ? addAddress(html, PUBLIC_URL, address) : html);
    }
    return pages;
  }

  let school = SCHOOL;
  let drawn = draw();
  await drawn;
  return () => {
    if (school === SCHOOL) return drawn;
    school = SCHOOL;
    const before = drawn;
    drawn = draw().catch((error: unknown) => {
      services.log.error({ err: error }, 'the pages could not be drawn, so they stay as they were');
      return before;
    });
    return drawn;
  };
}

/** The sandbox's are known to the build alone. */
function readSettings({ settings, scriptBefore }: DrawnPage['document']): WebSettings {
  return {
    ...(scriptBefore ? settings : readWebSettings(process.env)),
    school: pickPublic(SCHOOL),
  };
}
