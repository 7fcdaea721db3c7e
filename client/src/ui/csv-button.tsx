import { Download } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../lib/api.ts';
import { type CsvCell, saveCsv } from '../lib/csv.ts';
import { showError } from '../lib/dialogs.ts';
import { loadAll, type LoadPage } from '../lib/load-all.ts';

type Props<Item> = {
  /** `users.csv` */
  fileName: string;
  headings: string[];
  toRows: (items: Item[]) => CsvCell[][];
  /** Loads a page of what the screen shows, with the same search and filters. */
  loadPage: LoadPage<Item>;
};

/** Saves a whole list as a CSV file, not only the page on the screen. */
export function CsvButton<Item extends { _id: string }>(props: Props<Item>) {
  const { fileName, headings, toRows, loadPage } = props;
  const [progress, setProgress] = useState<string>();

  async function save() {
    if (progress !== undefined) return;
    setProgress('Exporting…');
    try {
      const items = await loadAll(loadPage, (loaded, total) =>
        setProgress(`Exporting… ${loaded} of ${total}`),
      );
      saveCsv(fileName, [headings, ...toRows(items)]);
    } catch (error) {
      await showError(readApiError(error).message, { titleText: 'The list could not be exported' });
    } finally {
      setProgress(undefined);
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-primary w-full sm:w-auto"
      aria-disabled={progress !== undefined}
      onClick={() => void save()}
    >
      <Download className="size-4" aria-hidden="true" />
      <span role="status">{progress ?? 'Export CSV'}</span>
      <span className="sr-only">: {fileName}</span>
    </button>
  );
}
