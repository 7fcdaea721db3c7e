import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { formatSettings, readWebSettings } from '@speakifyr/contract/web-settings.ts';

/** What the settings look like in pages that were built without any VITE_… variable. */
const NO_SETTINGS = formatSettings(readWebSettings({}));

/** How to compress a filled-in page, by file extension. */
const COMPRESSED: Record<string, (text: string) => Buffer> = {
  '.br': (text) => brotliCompressSync(text),
  '.gz': (text) => gzipSync(text),
};

/**
 * Copies a built web app and fills in its settings. Only the pages are written, including compressed ones; everything
 * else is a link to the original.
 * @param from the app, built without settings
 * @param to an empty folder
 * @param variables VITE_…, as in .env.example
 * @throws {Error} for a page that already has settings
 */
export async function fillInSettings(
  from: string,
  to: string,
  variables: Record<string, string | undefined>,
): Promise<void> {
  const settings = formatSettings(readWebSettings(variables));
  const fillIn = async (file: string) => {
    const page = await readFile(file, 'utf8');
    if (!page.includes(NO_SETTINGS)) throw new Error(`${file} has no place for the settings`);
    return page.replace(NO_SETTINGS, () => settings);
  };
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(resolve(from), entry.name), join(to, entry.name)];
    const [, page, ending = ''] = /^(.*\.html)(\.br|\.gz)?$/.exec(source) ?? [];
    if (entry.isDirectory()) await fillInSettings(source, target, variables);
    else if (page) {
      const html = await fillIn(page);
      await writeFile(target, COMPRESSED[ending]?.(html) ?? html);
    } else await symlink(source, target);
  }
}
