import type { GuardianRight } from '@speakifyr/contract/limits.ts';

/** What a right means, in plain words; the sentence starts with “can”. */
const RIGHT_TEXTS: Record<GuardianRight, string> = {
  see: 'see the child’s classes, contacts and health information',
  book: 'book classes for the child and pay for them',
};

/** Whether a guardian may change the child, its contacts, its health information and its guardians. */
export function mayChange(may: GuardianRight[]): boolean {
  return may.includes('see') && may.includes('book');
}

/** What a guardian can do, in a sentence without its subject and period. */
export function nameRights(may: GuardianRight[]): string {
  if (mayChange(may)) return 'can see everything, book classes and change things';
  return may.includes('see') ? `can ${RIGHT_TEXTS.see}` : `can ${RIGHT_TEXTS.book}`;
}
