import { type CsvCell, saveCsv } from '../lib/csv.ts';
import { loadAll, type LoadPage } from '../lib/load-all.ts';
import { ExportButton } from './export-button.tsx';

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
  return (
    <ExportButton
      label="Export CSV"
      fileName={fileName}
      onSave={async (tell) => {
        const items = await loadAll(loadPage, (loaded, total) => tell(`${loaded} of ${total}`));
        saveCsv(fileName, [headings, ...toRows(items)]);
      }}
    />
  );
}
