import { vi } from 'vitest';
import { readText } from './read-text.ts';

/** Catches the next file that the app lets the browser download. */
export function watchDownload() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  return {
    /** The number of files until now. */
    saved: () => files.length,
    /** @returns the file's name, and its lines without the byte order mark and the last line break */
    async read(): Promise<{ name: string; lines: string[] }> {
      await vi.waitUntil(() => files[0]);
      const text = await readText(files[0]);
      const link = click.mock.contexts[0] as HTMLAnchorElement;
      return { name: link.download, lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') };
    },
  };
}
