import { type CsvError, parse } from 'csv-parse/sync';

export type Row = {
  cells: string[];
  /** The number of the row's last line in the file. */
  line: number;
};

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel writes the delimiter into a first line of its own. */
const NAMED = /^sep=(.)\r?\n/;

/**
 * The rows of a CSV file, once for each delimiter that it may have: which one it is, only the names of the columns say.
 * To count the characters misleads, because texts have commas, too.
 */
export function readRows(text: string): Row[][] {
  const named = NAMED.exec(text);
  const before = named ? 1 : 0;
  const csv = named ? text.slice(named[0].length) : text;
  return (named?.[1] ? [named[1]] : DELIMITERS).flatMap((delimiter) => {
    try {
      const rows = parse(csv, {
        bom: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        delimiter,
        info: true,
      }) as unknown as { record: string[]; info: { lines: number } }[];
      return [rows.map(({ record, info }) => ({ cells: record, line: info.lines + before }))];
    } catch (error) {
      // With this delimiter, a quotation mark stays open.
      if ((error as CsvError).code) return [];
      throw error;
    }
  });
}
