import type { LeftOutLine } from '@speakifyr/contract/bank-transfers.ts';

/** A line of a bank's list, as its format was read. Whatever could not be read is a line as well: none is passed over. */
export type BankLine = Arrived | LeftOutLine;

export type Arrived = {
  state: 'arrived';
  /** The line of the file, or the place of the entry among the file's entries. */
  line: number;
  /** yyyy-mm-dd */
  day: string;
  /** In cents, above 0. */
  amount: number;
  /** Everything that the bank wrote about it. */
  text: string;
  /** The part of the text that the bank never changes: who sent it, and what they wrote. */
  kept: string;
};

/** Texts of a line in one, without spaces that say nothing. */
export function joinTexts(texts: string[]): string {
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' · ');
}

export const REASONS = {
  out: 'The money went out.',
  cameBack: 'Money that had gone out came back.',
  takenBack: 'The money was taken back.',
  notBooked: 'The bank has not booked it yet.',
  noDay: 'It has no day.',
  noAmount: 'It has no amount.',
};

export function sayOther(currency: string): string {
  return `It is in another currency: ${currency}.`;
}
