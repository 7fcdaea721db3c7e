import type { Guard } from '../attack.ts';

/** What protects emails from being lost, repeated or wrong. */
export const MAIL_GUARDS: Guard[] = [
  {
    name: 'an email that is not essential is not sent again after a crash',
    without: 'settleUnsendable',
  },
];
