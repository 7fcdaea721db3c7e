import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';

type Decided = Pick<
  VersionedSchool,
  | 'taxNumber'
  | 'booking'
  | 'money'
  | 'mail'
  | 'keepDays'
  | 'timeZone'
  | 'currency'
  | 'currencyLabel'
>;

/** Where the settings of versions before 0.3 are now. */
export const DECIDED_BY_DIRECTOR: Record<string, (decided: Decided, value: string) => void> = {
  SEAT_HOLD_MINUTES: ({ booking }, value) => (booking.holdMinutes = Number(value)),
  JOIN_UNTIL: ({ booking }, value) => (booking.joinUntil = value === 'end' ? 'end' : 'start'),
  ADULTS_JOIN: ({ booking }, value) => (booking.adultsJoin = value !== 'off'),
  CLASSES_PER_INSTRUCTOR: ({ booking }, value) => (booking.manyClasses = value === 'many'),
  MAX_SEATS: ({ booking }, value) => (booking.maxSeats = Number(value)),
  OFFER_HOURS: ({ booking }, value) => (booking.offerHours = Number(value)),
  MAX_CHILDREN_PER_ADULT: ({ booking }, value) => (booking.childrenPerAdult = Number(value)),
  HEALTH_KEEP_DAYS: ({ keepDays }, value) => (keepDays.health = Number(value)),
  ATTENDANCE_KEEP_DAYS: ({ keepDays }, value) => (keepDays.attendance = Number(value)),
  SAFETY_KEEP_DAYS: ({ keepDays }, value) => (keepDays.safety = Number(value)),
  SCHOOL_TIME_ZONE: (decided, value) => (decided.timeZone = nameZone(value)),
  CURRENCY: (decided, value) => (decided.currency = value),
  CURRENCY_LABEL: (decided, value) => (decided.currencyLabel = value),
  SCHOOL_TAX_NUMBER: (decided, value) => (decided.taxNumber = value),
  SCHOOL_BANK_ACCOUNT: ({ money }, value) => (money.bankAccount = value),
  INSTALLMENTS: ({ money }, value) => (money.installments = Number(value)),
  INSTALLMENT_DEPOSIT: ({ money }, value) => (money.deposit = Number(value)),
  PAYMENT_REMINDER_DAYS: ({ money }, value) => (money.reminderDays = value.split(',').map(Number)),
  MAIL_REPLY_TO: (decided, value) => (decided.mail = { words: {}, signature: '', replyTo: value }),
  RELEASE_UNPAID_AFTER_DAYS: ({ money }, value) => (money.releaseAfterDays = Number(value)),
};

/** Those that stayed variables until 0.5: a school that was saved before has no such field. */
export const LATER_SETTINGS: Record<string, keyof VersionedSchool> = {
  SCHOOL_TIME_ZONE: 'timeZone',
  CURRENCY: 'currency',
  CURRENCY_LABEL: 'currencyLabel',
  MAIL_REPLY_TO: 'mail',
};

/** Those without which money would be taken in another currency, or on another day: a server does not start with a wrong one. */
export const NEVER_LEFT_OUT = ['CURRENCY', 'SCHOOL_TIME_ZONE'];

/** The name by which lists have a zone: `Asia/Tokyo` for `Japan`. */
function nameZone(value: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions();
    return timeZone;
  } catch {
    return value;
  }
}
