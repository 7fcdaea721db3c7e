import type { CsvCell } from './csv.ts';
import { saveFile } from './save-file.ts';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The widest and the narrowest column, in characters. */
const WIDEST = 40;
const NARROWEST = 8;

type Cell =
  | CsvCell
  | { type: DateConstructor; value: Date; format: string }
  | { type: NumberConstructor; value: number; format: string };

/**
 * Lets the browser download rows as an Excel workbook. A text is never read as a formula there. The writer loads with the
 * first file. R73
 * @param name with its ending: `users.xlsx`
 * @param rows the first one has the headings. A column is as wide as its longest text
 */
export async function saveWorkbook(name: string, rows: Cell[][]): Promise<void> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const [headings = [], ...cells] = rows;
  const file = await writeWorkbook(
    [headings.map((value) => ({ value: String(value), fontWeight: 'bold' as const })), ...cells],
    {
      columns: headings.map((_heading, place) => ({
        width: Math.max(NARROWEST, ...rows.map((row) => measure(row[place]))),
      })),
      stickyRowsCount: 1,
    },
  ).toBlob();
  saveFile(name, XLSX_TYPE, file);
}

function measure(cell: Cell | undefined): number {
  const length = typeof cell === 'object' ? cell.format.length : String(cell ?? '').length;
  return Math.min(WIDEST, length + 2);
}
