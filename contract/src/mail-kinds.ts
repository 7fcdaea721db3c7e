// Apart from limits.ts, which Home loads.

/**
 * Why a kind takes no words of a director's. Of some, every sentence must be the software's: who reads them acts on a right, a
 * log-in or the safety of a child. R622, decisions/0122
 */
export const WITHOUT_WORDS = {
  account: 'They are about accounts, rights and what must stay between two people.',
  safety: 'They are about the safety or the health of a child.',
  own: 'A person writes them.',
  office: 'Only the office reads them.',
};

/** Each kind of email: its name for an admin, its topic for the person who gets it, and whether it takes words of a director's. */
const KINDS = {
  welcome: ['Welcome', 'Welcome', 'words'],
  'seat held': ['Held seat ends soon', 'Reminder', 'words'],
  'seat reserved': ['Seat reserved by the office', 'Booking', 'words'],
  'pay link': ['Link to pay without an account', 'Booking', 'words'],
  paid: ['Payment', 'Booking', 'words'],
  'payment refused': ['Payment refused by a bank', 'Money', 'words'],
  'card declined': ['Saved card declined', 'Money', 'words'],
  'seat booked': ['Booked by another guardian', 'Class', 'words'],
  refunded: ['Refund', 'Refund', 'words'],
  'class changed': ['Class changed', 'Change', 'words'],
  'class canceled': ['Class canceled', 'Cancellation', 'words'],
  'class team': ['On the team of a class', 'Class', 'words'],
  reminder: ['Reminder', 'Reminder', 'words'],
  'new role': ['New role', 'Your account', 'account'],
  'account removed': ['Account removed', 'Your account', 'account'],
  'account reopened': ['Account open again', 'Your account', 'account'],
  'guardian back': ['Guardian again', 'Your account', 'account'],
  'account deleted': ['Account deleted', 'Your account', 'account'],
  'families merged': ['Families merged', 'Your account', 'account'],
  'merge asked': ['Families to merge', 'Your account', 'account'],
  'address ended': ['Address no longer used', 'Your account', 'account'],
  'contact form': ['Contact form', 'Contact form', 'office'],
  'contact copy': ['Copy of a message', 'Contact form', 'words'],
  'contact reply': ['Reply to a message', 'Reply', 'own'],
  'school message': ['Message to a class', 'News', 'own'],
  'guardian invited': ['Guardian invited', 'Invitation', 'account'],
  'cost share': ['Sharing the cost', 'Your account', 'account'],
  'answer in app': ['Answer to read in the app', 'Your account', 'account'],
  'age allowed': ['Class for another age', 'Class', 'words'],
  friends: ['Friends in a class', 'Class', 'words'],
  'document refused': ['Document to send again', 'Your account', 'account'],
  'form signed': ['Copy of a signed form', 'Your account', 'account'],
  'pick-up code': ['Pick-up code', 'Pick-up', 'safety'],
  'leaving alone': ['Leaving alone', 'Pick-up', 'safety'],
  'right ended': ['A guardian’s right ended', 'Pick-up', 'safety'],
  'entry left': ['Left by a guardian, to decide', 'Pick-up', 'office'],
  'new name': ['Guardian with a new name', 'Your account', 'account'],
  'pick-up to check': ['Pick-up to check', 'Pick-up', 'office'],
  'health question': ['Health questions', 'Question', 'safety'],
  incident: ['Incident at camp', 'Camp day', 'safety'],
  'came or left': ['Arrival and pick-up', 'Camp day', 'safety'],
  'left not allowed': ['Left without permission', 'Camp day', 'safety'],
  'check hand-over': ['Hand-over to look at', 'Camp day', 'office'],
  'absence said': ['Absence reported', 'Camp day', 'safety'],
  'seat canceled': ['Seat canceled', 'Cancellation', 'words'],
  'seat moved': ['Seat moved', 'Move', 'words'],
  'move asked': ['Difference of a move', 'Move', 'words'],
  'waiting joined': ['On the waiting list', 'Waiting list', 'words'],
  'seat kept': ['Seat kept for a pair', 'Waiting list', 'words'],
  'seat offered': ['Seat offered', 'Free seat', 'words'],
  'call family': ['Call a family about a seat', 'Free seat', 'office'],
  'offer ended': ['Offer ended', 'Waiting list', 'words'],
  'seats free': ['Seats are free', 'Free seat', 'words'],
  'waiting closed': ['Waiting list closed', 'Waiting list', 'words'],
  'refund failed': ['Refund failed', 'Money', 'office'],
  'payment due': ['Payment due', 'Money', 'words'],
  'payment bounced': ['Payment bounced', 'Money', 'words'],
  'payment disputed': ['Payment disputed', 'Money', 'office'],
  'seat ended': ['Seat ended', 'Money', 'office'],
  'confirm address': ['Question about an address', 'Your account', 'account'],
  'test mail': ['Test of an email', 'Your account', 'office'],
} as const satisfies Record<string, [string, string, 'words' | keyof typeof WITHOUT_WORDS]>;

/** The most characters of a director's words before or after an email, and of the signature. */
export const MAX_MAIL_WORDS = 1_000;

export type MailKind = keyof typeof KINDS;

/** What an email is about, as the person who gets it reads it. */
export type MailTopic = (typeof KINDS)[MailKind][1];

export const MAIL_KINDS = Object.keys(KINDS) as MailKind[];

/** The kinds that take words, or those that don't, for a reason. */
export function listKinds(rule: 'words' | keyof typeof WITHOUT_WORDS): MailKind[] {
  return MAIL_KINDS.filter((kind) => KINDS[kind][2] === rule);
}

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
