import type { PaperLine, PriceLine } from '@speakifyr/contract/prices.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { bundleOf } from '../users/bundles.ts';

/** Who reads the lines of a price. */
export type LineReader = Pick<UserDocument, '_id' | 'role' | 'bundle'>;

/**
 * The lines of a price as somebody may see them: the one place that decides who learns that a family gets financial
 * aid. Only the account that pays and directors do. Everybody else gets no lines at all: the other lines and the sum
 * would give it away. R453
 * @param payer the account that holds the seat or has paid
 * @returns undefined if there is nothing to read
 */
export function readableLines(
  lines: PriceLine[] | undefined,
  payer: ObjectId,
  reader: LineReader,
): PriceLine[] | undefined {
  const hasAid = lines?.some(({ kind }) => kind === 'aid');
  return !hasAid || mayReadAid(payer, reader) ? lines : undefined;
}

/** Whether somebody may learn that this account gets financial aid. R453, R503 */
export function mayReadAid(payer: ObjectId, reader: LineReader): boolean {
  return reader._id.equals(payer) || bundleOf(reader) === 'director';
}

/**
 * How a price came about, on papers that a family gives to others. @returns undefined if there is nothing to say, and
 * for a family that gets aid: an employer or an office may read the paper, too. R433
 */
export function linesOnPaper(lines: PriceLine[] | undefined): PaperLine[] | undefined {
  if (!lines || lines.some(({ kind }) => kind === 'aid')) return undefined;
  return lines.map(({ label, amount }) => ({ label, amount }));
}
