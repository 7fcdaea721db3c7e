import { isDeepStrictEqual } from 'node:util';
import { type DaysOff, listClassDays } from '@speakifyr/contract/class-days.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { listClasses } from '../database/class-store.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { SchoolSettings } from '../database/money-documents.ts';
import { findUnsettledDays, settleDays, type SettingsStep } from '../database/settings-store.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** The days off of the school: what was stays, and who has booked keeps their days. R626 */

type Needs = Pick<Services, 'database' | 'now'>;

const pickDays = ({ daysOff, holidays, formerDaysOff }: DaysOff): DaysOff => ({
  daysOff,
  holidays,
  ...(formerDaysOff && { formerDaysOff }),
});

/** Classes that have begun keep their weekdays off: their day lists and attendance are of those days. */
export function keepFormerDaysOff(
  before: VersionedSchool,
  after: VersionedSchool,
  services: Pick<Services, 'now'>,
): VersionedSchool {
  const { formerDaysOff: _sent, ...others } = after;
  const { formerDaysOff, daysOff } = before;
  if (isDeepStrictEqual(daysOff, after.daysOff))
    return { ...others, ...(formerDaysOff && { formerDaysOff }) };
  // Of two changes on a day, the first one knows what was before it.
  return { ...others, formerDaysOff: { [readToday(services)]: daysOff, ...formerDaysOff } };
}

/**
 * @returns what the change has to note and what must still be so then; undefined if no day off changes
 * @throws {ApiError} `days_off_in_use` if a day that is over would become or stop to be one, or if a class with people in
 *   it would lose or gain days
 */
export async function checkDaysOff(
  before: DaysOff,
  after: DaysOff,
  services: Needs,
): Promise<SettingsStep | undefined> {
  if (isDeepStrictEqual(pickDays(before), pickDays(after))) return undefined;
  const today = readToday(services);
  const [was, is] = [listPast(before, today), listPast(after, today)];
  const other = [...was, ...is].sort().find((day) => was.has(day) !== is.has(day));
  if (other)
    throw new ApiError(
      'days_off_in_use',
      `Days before today stay as they were, because day lists and attendance are of these days: ${nameDay(other)} can’t ${is.has(other) ? 'become a day off' : 'be taken out'} anymore.`,
    );
  const refusal = await findRefusal(before, after, services);
  if (refusal) throw refusal;
  // Of two changes at once, the second one would forget what the first one has still to look at.
  return { daysBefore: pickDays(before), still: { daysBefore: { $exists: false } } };
}

/** The single days off before today. */
function listPast({ holidays }: DaysOff, today: string): Set<string> {
  const past = new Set<string>();
  for (const { from, to } of holidays)
    for (let day = from; day <= to && day < today; day = addDays(day, 1)) past.add(day);
  return past;
}

/** @returns why days off can't change: a class with people in it would lose or gain days */
async function findRefusal(
  before: DaysOff,
  after: DaysOff,
  services: Needs,
): Promise<ApiError | undefined> {
  const withPeople = { camp_end: { $gte: readToday(services) }, 'seats.0': { $exists: true } };
  const changed = (await listClasses(services.database.collections, withPeople)).filter(
    (one) => !isDeepStrictEqual(listClassDays(one, before), listClassDays(one, after)),
  );
  if (changed.length === 0) return undefined;
  const people = changed.reduce((sum, { seats }) => sum + seats.length, 0);
  const names = changed.slice(0, 3).map(({ name }) => name);
  return new ApiError(
    'days_off_in_use',
    `${changed.length === 1 ? 'A class' : `${changed.length} classes`} with ${people === 1 ? 'one person' : `${people} people`} in ${changed.length === 1 ? 'it' : 'them'} would get other days: ${names.join(', ')}${changed.length > 3 ? ' …' : ''}. Change days off before families book, or after these classes.`,
  );
}

/**
 * Looks once more after days off were changed: somebody may have booked, or a class may have been saved, since
 * `checkDaysOff` looked. Then the days off are put back. After a server was killed in between, the next one that starts
 * does it.
 * @returns why they were put back
 */
export async function settleDaysOff(services: Needs): Promise<ApiError | undefined> {
  const { collections } = services.database;
  for (;;) {
    const found = await findUnsettledDays(collections);
    if (!found) return undefined;
    const { daysBefore, terms } = found;
    const after = pickDays({ ...FIRST_SCHOOL, ...terms });
    const refusal = await findRefusal(daysBefore, after, services);
    const back = refusal && putBack(terms, { daysBefore, after }, services.now());
    // Otherwise a director has just saved something else.
    if (await settleDays(collections, terms.version, back)) return refusal;
  }
}

const tell = ({ daysOff, holidays }: DaysOff) => ({ daysOff, holidays });

/** The version after this one, with the days off of before. */
function putBack(
  { formerDaysOff: _former, ...terms }: SchoolSettings['school'],
  { daysBefore, after }: { daysBefore: DaysOff; after: DaysOff },
  at: Date,
): { terms: SchoolSettings['school']; event: AuditEvent } {
  const version = terms.version + 1;
  const told = { type: 'change school' as const, target: `version ${version}` };
  return {
    terms: { ...terms, ...daysBefore, version },
    event: auditEvent({ at, by: SYSTEM, ...told, before: tell(after), after: tell(daysBefore) }),
  };
}
