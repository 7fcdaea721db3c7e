import { type CsvCell, saveCsv } from '../lib/csv.ts';
import { ExportButton } from './export-button.tsx';

type Props<Item> = {
  /** Of the button, if another one saves something else. */
  label?: string;
  /** `users.csv` */
  fileName: string;
  headings: string[];
  toRows: (items: Item[]) => CsvCell[][];
  /** Loads all of what the screen shows, with the same search and filters. */
  load: () => Promise<Item[]>;
};

/** Saves a whole list as a CSV file, not only the page on the screen. R73 */
export function CsvButton<Item>(props: Props<Item>) {
  const { label = 'Export CSV', fileName, headings, toRows, load } = props;
  return (
    <ExportButton
      label={label}
      fileName={fileName}
      onSave={async () => saveCsv(fileName, [headings, ...toRows(await load())])}
    />
  );
}
