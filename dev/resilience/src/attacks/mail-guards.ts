import type { Guard } from '../attack.ts';

/** What protects emails from being lost, repeated or wrong. */
export const MAIL_GUARDS: Guard[] = [
  {
    name: 'a server has an email to itself while it sends it',
    file: 'server/src/messages/deliver.ts',
    cut: 'const LEASE_MS = 2 * MINUTE_MS;',
    paste: 'const LEASE_MS = 0;',
  },
  {
    name: 'an email that is not essential is not sent again after a crash',
    file: 'server/src/messages/deliver.ts',
    cut: 'wasLeft && !line.isEssential',
    paste: 'false',
  },
  {
    name: 'an email that is not essential is not sent again after a lost answer',
    file: 'server/src/messages/deliver.ts',
    cut: "result === 'unknown' && !line.isEssential",
    paste: 'false',
  },
  {
    name: 'the cause is checked before every try, not only before the first',
    file: 'server/src/messages/deliver.ts',
    cut: 'await readProps(claim.line, services)',
    paste: '(claim.line.written ? { props: {} } : await readProps(claim.line, services))',
  },
  {
    name: 'a mark is removed when its emails are in the outbox, not before',
    file: 'server/src/messages/due-mails/add-marked-mails.ts',
    cut: 'await addMails(mails, services);\n    await unmark(collections, described);',
    paste: 'await unmark(collections, described);\n    await addMails(mails, services);',
  },
];
