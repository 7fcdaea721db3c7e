import { PHONE_PROBLEM } from '@speakifyr/contract/limits.ts';
import { loadPhones } from './phones.ts';

/** What is wrong with a phone number as somebody types it; undefined if nothing is. Without a connection, the server says it. */
export async function checkPhone(typed: string): Promise<string | undefined> {
  const phones = await loadPhones().catch(() => undefined);
  return phones && phones.readPhoneNumber(typed) === undefined ? PHONE_PROBLEM : undefined;
}
