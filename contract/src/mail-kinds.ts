// Apart from limits.ts, which Home loads.

/** Each kind of email: its name for an admin, and its topic for the person who gets it. */
const KINDS = {
  welcome: ['Welcome', 'Welcome'],
  'seat held': ['Held seat ends soon', 'Reminder'],
  'seat reserved': ['Seat reserved by the office', 'Booking'],
  'pay link': ['Link to pay without an account', 'Booking'],
  paid: ['Payment', 'Booking'],
  'payment refused': ['Payment refused by a bank', 'Money'],
  'card declined': ['Saved card declined', 'Money'],
  'seat booked': ['Booked by another guardian', 'Class'],
  refunded: ['Refund', 'Refund'],
  'class changed': ['Class changed', 'Change'],
  'class canceled': ['Class canceled', 'Cancellation'],
  'class team': ['On the team of a class', 'Class'],
  reminder: ['Reminder', 'Reminder'],
  'new role': ['New role', 'Your account'],
  'account removed': ['Account removed', 'Your account'],
  'account reopened': ['Account open again', 'Your account'],
  'guardian back': ['Guardian again', 'Your account'],
  'account deleted': ['Account deleted', 'Your account'],
  'families merged': ['Families merged', 'Your account'],
  'merge asked': ['Families to merge', 'Your account'],
  'address ended': ['Address no longer used', 'Your account'],
  'contact form': ['Contact form', 'Contact form'],
  'contact copy': ['Copy of a message', 'Contact form'],
  'contact reply': ['Reply to a message', 'Reply'],
  'school message': ['Message to a class', 'News'],
  'guardian invited': ['Guardian invited', 'Invitation'],
  'cost share': ['Sharing the cost', 'Your account'],
  'answer in app': ['Answer to read in the app', 'Your account'],
  'age allowed': ['Class for another age', 'Class'],
  'pick-up code': ['Pick-up code', 'Pick-up'],
  'leaving alone': ['Leaving alone', 'Pick-up'],
  'right ended': ['A guardian’s right ended', 'Pick-up'],
  'entry left': ['Left by a guardian, to decide', 'Pick-up'],
  'new name': ['Guardian with a new name', 'Your account'],
  'pick-up to check': ['Pick-up to check', 'Pick-up'],
  'health question': ['Health questions', 'Question'],
  incident: ['Incident at camp', 'Camp day'],
  'came or left': ['Arrival and pick-up', 'Camp day'],
  'left not allowed': ['Left without permission', 'Camp day'],
  'check hand-over': ['Hand-over to look at', 'Camp day'],
  'absence said': ['Absence reported', 'Camp day'],
  'seat canceled': ['Seat canceled', 'Cancellation'],
  'seat moved': ['Seat moved', 'Move'],
  'move asked': ['Difference of a move', 'Move'],
  'waiting joined': ['On the waiting list', 'Waiting list'],
  'seat kept': ['Seat kept for a pair', 'Waiting list'],
  'seat offered': ['Seat offered', 'Free seat'],
  'call family': ['Call a family about a seat', 'Free seat'],
  'offer ended': ['Offer ended', 'Waiting list'],
  'seats free': ['Seats are free', 'Free seat'],
  'waiting closed': ['Waiting list closed', 'Waiting list'],
  'refund failed': ['Refund failed', 'Money'],
  'payment due': ['Payment due', 'Money'],
  'payment bounced': ['Payment bounced', 'Money'],
  'payment disputed': ['Payment disputed', 'Money'],
  'seat ended': ['Seat ended', 'Money'],
  'confirm address': ['Question about an address', 'Your account'],
} as const;

export type MailKind = keyof typeof KINDS;

/** What an email is about, as the person who gets it reads it. */
export type MailTopic = (typeof KINDS)[MailKind][1];

export const MAIL_KINDS = Object.keys(KINDS) as MailKind[];

/** What an admin reads for the kind of an email. */
export function nameKind(kind: MailKind): string {
  return KINDS[kind][0];
}

/** What the person who gets an email reads for its kind. */
export function nameTopic(kind: MailKind): MailTopic {
  return KINDS[kind][1];
}

/**
 * The states of an email: the mail server took it (`sent`) or refused it for good (`failed`), or it was no longer true
 * or wanted when its turn came (`stale`). A family without an email address is called instead: `to call`, then `called`.
 */
export const MAIL_STATES = [
  'queued',
  'sending',
  'sent',
  'failed',
  'stale',
  'to call',
  'called',
] as const;
export type MailState = (typeof MAIL_STATES)[number];
