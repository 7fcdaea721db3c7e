import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { id, moment, newId } from './fields.ts';
import {
  IMPORT_KINDS,
  IMPORT_LABELS,
  type ImportField,
  MAX_IMPORT_BYTES,
} from './import-fields.ts';
import { hasVisible } from './visible-text.ts';

/** Families and classes from a CSV file of another system. decisions/0120 */

const kind = z.enum(IMPORT_KINDS);
const field = z.enum(Object.keys(IMPORT_LABELS) as [ImportField, ...ImportField[]]);
field.register(z.globalRegistry, { id: 'ImportField' });
const count = z.int();

/** What becomes of a row. */
const row = z.object({
  line: count,
  outcome: z.enum(['create', 'same', 'problem']),
  says: z.string(),
  /** Only of a problem, while nothing is written. */
  cells: z.array(z.string()).optional(),
});
export type PlannedRow = z.output<typeof row>;
row.register(z.globalRegistry, { id: 'PlannedRow' });

/** An import before and after it has begun. */
const importState = z.object({
  _id: id,
  kind: kind.optional(),
  at: moment.optional(),
  /** Who began it. */
  by: z.string().optional(),
  /** `stopped`: the person who ran it is no longer a director. */
  state: z.enum(['planned', 'running', 'done', 'stopped', 'undoing', 'undone']),
  /** Before it begins: what the columns are read as, with examples. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()), field })).optional(),
  /** Before it begins: what has to be known or said first. */
  notes: z.array(z.string()).optional(),
  /** The families or classes that it is to make, and those that it has made. */
  total: count,
  made: count,
  /** The rows of what was there already. */
  same: count,
  /** Before it begins, each row of the file in order; then those with a problem. */
  rows: z.array(row),
  /** Families that nobody has invited or taken over; once it is undone, what stayed. */
  left: z.array(z.object({ _id: id, name: z.string(), hasEmail: z.boolean() })),
});
export type ImportState = z.output<typeof importState>;
importState.register(z.globalRegistry, { id: 'ImportState' });

const DIRECTORS = { who: 'admin', bundles: ['director'] } as const;

export const imports = {
  'POST /imports': defineEndpoint({
    summary: 'Try an import, or run it',
    access: DIRECTORS,
    limited: true,
    // A letter with an accent has two bytes, and a quotation mark is escaped.
    bodyBytes: 2 * MAX_IMPORT_BYTES + 10_000,
    body: z.object({
      id: newId,
      kind,
      text: z
        .string()
        .refine(hasVisible, 'The file is empty.')
        .max(MAX_IMPORT_BYTES, 'The file has more than 5 MB. Please split it.'),
      /** What each column is. Without it, their names say it. */
      columns: z.array(field).optional(),
      /** Adds it, in the background. Without it, nothing is written. */
      run: z.literal(true).optional(),
    }),
    output: importState,
    errors: ['request_used'],
  }),

  'GET /imports': defineEndpoint({
    summary: 'Imports of 7 days',
    access: DIRECTORS,
    output: z.array(importState),
  }),

  'DELETE /imports/:id': defineAct({
    summary: 'Undo an import',
    access: DIRECTORS,
    params: z.object({ id }),
    errors: ['not_found'],
  }),
};
