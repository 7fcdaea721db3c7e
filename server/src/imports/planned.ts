import type { ImportField } from '@speakifyr/contract/import-fields.ts';
import type { PlannedRow } from '@speakifyr/contract/imports.ts';
import type { ImportItem } from '../database/import-document.ts';
import type { Values } from './match-columns.ts';
import type { ReadDate } from './read-dates.ts';

/** What the steps of a plan hand on. */

/** A row of the file: what it says, or why it can't be read. */
export type FileRow = { line: number; values: Values; problem: string | undefined };
export type ReadDateOf = (field: ImportField, cell: string) => ReadDate;
/** What becomes of each row, and what is to be made. */
export type Planned = { outcomes: Outcome[]; items: ImportItem[] };
export type Outcome = Pick<PlannedRow, 'outcome' | 'says'>;

export type Child = { name: string; birthDate: string };
/** A row that can be read. */
export type Row = {
  place: number;
  line: number;
  name: string;
  email?: string;
  phone?: string;
  child?: Child;
};
/** The rows of one family. */
export type Group = { rows: Row[]; email?: string; phone?: string; name: string };
