import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param folder the built web app
 * @returns the patterns of all its addresses, such as `/classes/:id`, as client/build/write-pages.ts wrote them
 */
export function readAppPaths(folder: string): string[] {
  return JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8')) as string[];
}
