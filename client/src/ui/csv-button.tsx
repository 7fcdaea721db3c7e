import { type CsvCell, saveCsv } from '../lib/csv.ts';
import { ExportButton } from './export-button.tsx';

type Props<Item> = {
  /** `users.csv` */
  fileName: string;
  headings: string[];
  toRows: (items: Item[]) => CsvCell[][];
  /** Loads all of what the screen shows, with the same search and filters. */
  load: () => Promise<Item[]>;
};

/** Saves a whole list as a CSV file, not only the page on the screen. R73 */
export function CsvButton<Item>(props: Props<Item>) {
  const { fileName, headings, toRows, load } = props;
  return (
    <ExportButton
      label="Export CSV"
      fileName={fileName}
      onSave={async () => saveCsv(fileName, [headings, ...toRows(await load())])}
    />
  );
}
