import { hideStandIns } from '@speakifyr/contract/stand-in-address.ts';

/**
 * Writes what leaves the server, as JSON: no call is answered in another way. No reader gets the address that stands for
 * that of a family without one, whatever field or text it is in. R320
 */
export function writeAnswer(answer: unknown): string {
  return hideStandIns(JSON.stringify(answer));
}
