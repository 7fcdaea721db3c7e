import type { Medicine } from '@speakifyr/contract/children.ts';
import type { SafetyRecord } from '@speakifyr/contract/safety.ts';
import { toMinutes } from '../../lib/school-clock.ts';
import type { ClassRecords } from './safety.queries.ts';

/** A medicine that a child gets, and what became of it on the day. */
export type PlannedDose = {
  personId: string;
  name: string;
  medicine: Medicine;
  /** Missing if nobody has recorded anything. One that is only given when needed may have several. */
  record: SafetyRecord | undefined;
};

/** All planned doses of a day: those with a time first, in order. */
export function listDoses({ people, records }: ClassRecords): PlannedDose[] {
  return people
    .flatMap(({ personId, name, medicines }) =>
      medicines.map((medicine) => ({
        personId,
        name,
        medicine,
        record: records.find(
          ({ personId: id, dose }) =>
            id === personId && dose?.what === medicine.what && dose.at === medicine.at,
        ),
      })),
    )
    .sort((a, b) => (a.medicine.at ?? '99').localeCompare(b.medicine.at ?? '99'));
}

/** How many minutes before its time a dose is shown as due. */
const DUE_MINUTES = 15;

/**
 * Whether a dose is due now, and nobody has recorded anything. R407
 * @param now minutes after midnight
 */
export function isDue({ medicine: { at }, record }: PlannedDose, now: number): boolean {
  return at !== null && !record && toMinutes(at) - DUE_MINUTES <= now;
}
