// Apart from limits.ts, which Home loads.

/** What an email is about. */
export const MAIL_KINDS = [
  'welcome',
  'seat held',
  'paid',
  'payment refused',
  'seat booked',
  'refunded',
  'class changed',
  'class canceled',
  'reminder',
  'new role',
  'account removed',
  'account deleted',
  'contact form',
  'contact copy',
  'contact reply',
  'school message',
  'guardian invited',
  'age allowed',
  'health question',
  'seat canceled',
  'seat moved',
  'move asked',
  'waiting joined',
  'seat kept',
  'seat offered',
  'offer ended',
  'seats free',
  'waiting closed',
  'refund failed',
  'payment disputed',
  'seat ended',
  'confirm address',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * What may have become of an email: the mail server took it (`sent`) or refused it for good (`failed`), or it was no
 * longer true or wanted when its turn came (`stale`).
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'stale'] as const;
export type MailState = (typeof MAIL_STATES)[number];
