import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Services } from '../services.ts';

type Variables = Record<string, string | undefined>;
type Decided = Pick<VersionedSchool, 'taxNumber' | 'booking' | 'money' | 'keepDays'>;

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
  SCHOOL_TAX_NUMBER: (decided, value) => (decided.taxNumber = value),
  SCHOOL_BANK_ACCOUNT: ({ money }, value) => (money.bankAccount = value),
  INSTALLMENTS: ({ money }, value) => (money.installments = Number(value)),
  INSTALLMENT_DEPOSIT: ({ money }, value) => (money.deposit = Number(value)),
  PAYMENT_REMINDER_DAYS: ({ money }, value) => (money.reminderDays = value.split(',').map(Number)),
  RELEASE_UNPAID_AFTER_DAYS: ({ money }, value) => (money.releaseAfterDays = Number(value)),
};

/**
 * Writes what an earlier version had as settings into the school, if no director has decided anything yet. Before the jobs
 * start: they would erase what the settings keep for longer. R604
 */
export async function takeOver(
  variables: Variables,
  { database, log, now }: Services,
): Promise<void> {
  const given = Object.keys(DECIDED_BY_DIRECTOR).filter((name) => variables[name]?.trim());
  if (given.length === 0) return;
  const terms = structuredClone({ ...FIRST_SCHOOL, version: 1 });
  for (const name of given) DECIDED_BY_DIRECTOR[name]?.(terms, variables[name]?.trim() ?? '');
  try {
    await database.collections.settings.insertOne({ _id: 'school', terms, changedAt: now() });
    log.info({ settings: given }, 'the school has these settings of before: Manage → School');
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
