import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';

/** What an admin reads for the state of an email. */
export const STATE_LABELS: Record<MailState, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  stale: 'Not needed',
};

/** What an admin reads for the kind of an email. */
export const KIND_LABELS: Record<MailKind, string> = {
  welcome: 'Welcome',
  'seat held': 'Held seat ends soon',
  paid: 'Payment',
  'payment refused': 'Payment refused by a bank',
  refunded: 'Refund',
  'class changed': 'Class changed',
  'class canceled': 'Class canceled',
  reminder: 'Reminder',
  'new role': 'New role',
  'confirm address': 'Question about an address',
  'account removed': 'Account removed',
  'account deleted': 'Account deleted',
  'contact form': 'Contact form',
  'contact copy': 'Copy of a message',
  'contact reply': 'Reply to a message',
  'school message': 'Message to a class',
  'guardian invited': 'Guardian invited',
  'seat kept': 'Seat kept for a pair',
  'seat booked': 'Booked by another guardian',
  'age allowed': 'Class for another age',
  'health question': 'Health questions',
  'seat canceled': 'Seat canceled',
  'move asked': 'Difference of a move',
  'seat moved': 'Seat moved',
  'waiting joined': 'On the waiting list',
  'seat offered': 'Seat offered',
  'offer ended': 'Offer ended',
  'seats free': 'Seats are free',
  'waiting closed': 'Waiting list closed',
  'refund failed': 'Refund failed',
  'payment disputed': 'Payment disputed',
  'seat ended': 'Seat ended',
};

/** An email's subject, or its kind before it is written. */
export function nameMail({ subject, kind }: { subject: string; kind: MailKind }): string {
  return subject || KIND_LABELS[kind];
}
