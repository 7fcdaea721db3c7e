import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRAWING } from '@speakifyr/contract/drawn-page.ts';

/** Draws each page as what the test gave as its path. */
const DRAW = 'export const prerenderPage = async (_document, path) => path;';

/**
 * Writes what the build leaves of the web app.
 * @param folder an empty one
 * @param pages the HTML by file, such as `classes.html`
 * @param paths the addresses of the app
 */
export function writeWebApp(
  folder: string,
  pages: Record<string, string>,
  paths: string[] = [],
): void {
  const drawing = join(folder, DRAWING.folder);
  mkdirSync(drawing, { recursive: true });
  writeFileSync(join(drawing, DRAWING.code), DRAW);
  // Node reads the files as modules.
  writeFileSync(join(drawing, 'package.json'), '{"type":"module"}');
  const drawn = Object.entries(pages).map(([file, path]) => ({ file, path, document: {} }));
  writeFileSync(join(drawing, DRAWING.pages), JSON.stringify(drawn));
  writeFileSync(join(folder, 'paths.json'), JSON.stringify(paths));
}
