import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { ENTRY_CODE } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { matchWords } from '../../lib/match-words.ts';
import type { ClassDay } from './attendance.queries.ts';

type List = Pick<ClassDay, 'className' | 'people'>;

/** Whose pass it is, or why it is nobody's, as a sentence. */
export type ReadPass = { personId: string } | { problem: string };

/** @param text what the QR code of a pass says, or what somebody has typed: an entry code. R561 */
export function readPass(text: string, { className, people }: List): ReadPass {
  const code = text.trim().toUpperCase();
  if (!ENTRY_CODE.test(code)) return { problem: `This is not a pass of ${SCHOOL.name}.` };
  const owner = people.find((person) => person.entryCode === code);
  if (owner) return { personId: owner.personId };
  const tag = readTag(code);
  const isOfClass = people.some((person) => person.entryCode && readTag(person.entryCode) === tag);
  return {
    problem: isOfClass
      ? `${code} is not on this list of ${className}: its seat is for other days, or it was canceled or moved. Look for the name, or call the office.`
      : `${code} is a pass for another class, not for ${className}.`,
  };
}

/** What all passes of a class begin with. */
function readTag(code: string): string {
  return code.split('-')[0] ?? '';
}

/** Everybody whose name has all typed words, or whose code begins like that. */
export function findByText(text: string, people: List['people']): List['people'] {
  const typed = foldLetters(text.trim());
  if (typed === '') return [];
  return people.filter(
    ({ name, entryCode: code }) =>
      matchWords(foldLetters(name), typed) ||
      (code !== null && foldLetters(code).startsWith(typed)),
  );
}
