import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findDiscounts, type Pricing } from '@speakifyr/contract/prices.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolSettings } from '../database/money-documents.ts';
import { findSettings } from '../database/settings-store.ts';
import { ApiError } from '../errors.ts';
import { changeSettings } from '../school/change-settings.ts';
import { formatIsoDay, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findAid, type SeatFor } from './aid-store.ts';

/** The school's discounts. They are one document, read and replaced as a whole: decisions/0075. */

const ID = 'discounts' as const;

export type SchoolDiscounts = SchoolSettings['discounts'];

/** The discounts for seats that are held from now on. */
export async function getDiscounts({
  database,
}: Pick<Services, 'database'>): Promise<SchoolDiscounts> {
  return (await findSettings(database.collections, ID)) ?? { version: 0, discounts: [] };
}

/** Hundreds may join in a second. A change by another server counts for joins this much later. */
const RECENT_MS = 1_000;
const recent = new WeakMap<Services['database'], { at: number; read: Promise<SchoolDiscounts> }>();

/** Like `getDiscounts`, but up to a second old. */
async function getRecentDiscounts({
  database,
}: Pick<Services, 'database'>): Promise<SchoolDiscounts> {
  const known = recent.get(database);
  if (known && performance.now() - known.at < RECENT_MS) return known.read;
  const read = getDiscounts({ database });
  recent.set(database, { at: performance.now(), read });
  // A failure is not kept.
  read.catch(() => recent.delete(database));
  return read;
}

/**
 * Replaces the discounts. Seats that are held or paid keep theirs. R434
 * @param seen.version the discounts that the admin saw
 * @throws {ApiError} `discounts_changed` if they are not the current ones anymore
 */
export async function changeDiscounts(
  seen: SchoolDiscounts,
  admin: UserDocument,
  services: Services,
): Promise<SchoolDiscounts> {
  const before = await getDiscounts(services);
  const changed = await changeSettings(ID, { before, seen }, admin, services);
  recent.delete(services.database);
  if (!changed) throw new ApiError('discounts_changed');
  return changed;
}

/**
 * What a seat that is held now costs, whatever changes later: the full price, the discounts that hold today, and the aid that the
 * family was awarded. R429
 * @param price the full price, in whole currency units
 * @param taken how many other seats of the class are taken
 * @param waitingSince when the family joined the waiting list on which the seat was offered
 * @param whom who holds the seat, and for whom
 * @returns undefined for a free class
 */
export async function freezePrice(
  classId: ObjectId,
  { price, taken, waitingSince }: { price: number; taken: number; waitingSince?: Date },
  whom: SeatFor,
  services: Pick<Services, 'database' | 'environment' | 'now'>,
): Promise<Pricing | undefined> {
  if (price === 0) return undefined;
  const [{ discounts }, aid] = await Promise.all([
    getRecentDiscounts(services),
    findAid(classId, whom, services),
  ]);
  const fitting = findDiscounts(discounts, classId.toHexString(), {
    day: readToday(services),
    taken,
    ...(waitingSince && {
      waitingSince: formatIsoDay(waitingSince, SCHOOL.timeZone),
    }),
  });
  return { base: toCents(price), discounts: fitting, ...(aid.length > 0 && { aid }) };
}
