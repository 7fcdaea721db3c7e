import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { countOf } from './count-of.ts';
import { listNames } from './list-names.ts';

type Person = { name: string; email: string };

/** Who gets an email, and whom to call because they have no address, in a sentence or two. R555 */
export function sayWhoHears(people: Person[]): string {
  const without = people.filter(({ email }) => !hasMailbox(email));
  const mailed = people.length - without.length;
  return [
    mailed > 0 && `${countOf(mailed, 'person gets', 'people get')} an email.`,
    without.length > 0 &&
      `Without an email address, so please call: ${listNames(without.map(({ name }) => name))}. Home lists the calls.`,
  ]
    .filter(Boolean)
    .join(' ');
}
