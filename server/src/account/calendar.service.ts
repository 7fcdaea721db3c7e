import { randomBytes } from 'node:crypto';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { buildCalendarFile } from '../calendar-file.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { groupByClass, listEnrolled } from '../payments/readable-seats.ts';
import type { Services } from '../services.ts';

/** Nobody can guess 192 bits. */
const SECRET_BYTES = 24;

/** Where a calendar program finds a family's classes. The secret in it is all it needs. R281 */
export function getCalendarPath({
  calendarSecret,
}: Pick<UserDocument, 'calendarSecret'>): string | null {
  return calendarSecret ? `/calendars/${calendarSecret}.ics` : null;
}

/** Gives an account's calendar a new address. The old one stops working. */
export async function renewCalendarPath(
  { _id }: Pick<UserDocument, '_id'>,
  { database }: Services,
): Promise<string | null> {
  const calendarSecret = randomBytes(SECRET_BYTES).toString('base64url');
  await database.collections.users.updateOne({ _id }, { $set: { calendarSecret } });
  return getCalendarPath({ calendarSecret });
}

/**
 * A family's classes as a calendar file. Anyone who has the address sees what the account may currently see, but no
 * entry code: the company that runs the calendar program may store the address.
 * @param file such as `<secret>.ics`
 * @throws {ApiError} `not_found`, whether the address never existed, is an old one, or its account is gone
 */
export async function readCalendar(file: string, services: Services): Promise<string> {
  const { database, now } = services;
  const secret = /^([\w-]{32})\.ics$/.exec(file)?.[1];
  const { users } = database.collections;
  const user = secret && (await users.findOne({ calendarSecret: secret, status: 'active' }));
  if (!user) throw new ApiError('not_found', 'There is no calendar at this address.');
  const rights = await readFamilyRights(user, services);
  const { enrolled, ...read } = await listEnrolled(user, rights, services);
  const entries = await groupByClass(
    enrolled.filter(({ campClass }) => !campClass.canceled),
    read,
    services,
  );
  return buildCalendarFile(
    entries.map(({ seats: [first, ...others], ...entry }) => ({
      ...entry,
      seats: [{ ...first, entryCode: '' }, ...others.map((seat) => ({ ...seat, entryCode: '' }))],
    })),
    {
      method: 'PUBLISH',
      madeAt: now(),
      timeZone: SCHOOL.timeZone,
      entryEnding: database.entryEnding,
      name: SCHOOL.name,
    },
  );
}
