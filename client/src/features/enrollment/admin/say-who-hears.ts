import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';

/** Who reads of a change, as a sentence. A family without an email address is called. R320 */
export function sayHowFamilyHears(email: string, news = `We email ${email} about it`): string {
  return hasMailbox(email) ? news : 'The family has no email address, so please call them';
}

/** To whom money goes back, in a sentence. */
export function namePayer(email: string): string {
  return hasMailbox(email) ? email : 'the family';
}
