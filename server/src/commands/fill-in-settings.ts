import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { formatSettings, readWebSettings } from '@speakifyr/contract/web-settings.ts';

const SETTINGS = /(<script type="application\/json" id="config">).*?(<\/script>)/s;

/** How a file that was compressed at build time is compressed again. */
const COMPRESSED: Record<string, (text: string) => Buffer> = {
  '.br': (text) => brotliCompressSync(text),
  '.gz': (text) => gzipSync(text),
};

/**
 * Lays out a built web app with other settings: its pages are written anew, compressed ones too; everything else
 * is a link to where it lies.
 * @param from the built app
 * @param to an empty folder
 * @param variables VITE_…, as in .env.example
 * @throws {Error} for a page that has no place for the settings
 */
export async function fillInSettings(
  from: string,
  to: string,
  variables: Record<string, string | undefined>,
): Promise<void> {
  const settings = formatSettings(readWebSettings(variables));
  const fillIn = async (file: string) => {
    const page = await readFile(file, 'utf8');
    if (!SETTINGS.test(page)) throw new Error(`${file} has no place for the settings`);
    return page.replace(SETTINGS, (_all, start: string, end: string) => start + settings + end);
  };
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(resolve(from), entry.name), join(to, entry.name)];
    const [, page, ending = ''] = /^(.*\.html)(\.br|\.gz)?$/.exec(source) ?? [];
    if (entry.isDirectory()) await fillInSettings(source, target, variables);
    else if (page)
      await writeFile(target, COMPRESSED[ending]?.(await fillIn(page)) ?? (await fillIn(page)));
    else await symlink(source, target);
  }
}
