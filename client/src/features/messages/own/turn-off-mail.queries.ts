import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** Turns off the kind of email that a signed link names; given the link's token. It works without being signed in. */
export function useTurnOffMail() {
  return useChange(['myMail'], (token: string) => call('POST /mailOptOut', { query: { token } }));
}
