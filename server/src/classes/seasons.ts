import { seasonOf } from '@speakifyr/contract/days.ts';
import { createHash } from 'node:crypto';
import type { SeasonCopy } from '@speakifyr/contract/seasons.ts';
import { ObjectId } from 'mongodb';
import { deleteClasses, listClassesOfAny, listClasses } from '../database/class-store.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import { relayEvents } from '../events/relay.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readToday } from '../school-time.ts';
import type { StoredDays } from '../class-days.ts';
import type { Services } from '../services.ts';
import { moveOn, publishClass, storeCopy } from './drafts.ts';
import { IS_MANAGED, listManagedClasses } from './managed-classes.ts';

/**
 * A season is copied as one draft per open class. The draft's id is derived from the class's id and the draft's first
 * day, so a copy can be repeated, even by two admins at once, and makes each draft once.
 */

type PlannedCopy = {
  campClass: ClassDocument;
  days: StoredDays;
  draftId: ObjectId;
  isMade: boolean;
};

/**
 * The drafts that a copy of the season makes, by first day. R275
 * @param season yyyy
 */
export async function listSeasonCopies(season: string, services: Services): Promise<SeasonCopy[]> {
  return (await planCopies(season, services)).map(({ campClass, days, isMade }) => ({
    classId: campClass._id.toHexString(),
    name: campClass.name,
    course_tag: campClass.course_tag,
    price: campClass.price,
    ...days,
    isMade,
  }));
}

type WantedCopies = {
  /** yyyy */
  season: string;
  /**
   * The classes (24 hexadecimal digits), each with the price of its draft, and its own as the director read it, in whole
   * currency units. Without it, all classes at their own prices.
   */
  copies?: { classId: string; price: number; read?: number | undefined }[] | undefined;
};

/**
 * Makes the drafts of these classes that do not exist yet. What is no open class of the season anymore is left out. R599
 * @returns how many it made
 * @throws {ApiError} `class_changed` if one has another price than the director read: nothing is made; `tag_taken`: earlier
 *   drafts stay, and a second try makes the rest
 */
export async function copySeason(
  { season, copies }: WantedCopies,
  admin: UserDocument,
  services: Services,
): Promise<number> {
  const planned = (await planCopies(season, services)).filter(({ isMade }) => !isMade);
  const chosen = new Map(copies?.map((one) => [one.classId, one]));
  for (const { campClass } of planned) {
    const { read = campClass.price } = chosen.get(campClass._id.toHexString()) ?? {};
    if (read !== campClass.price)
      throw new ApiError(
        'class_changed',
        `The price of ${campClass.name} has changed. Please look at the prices and try again.`,
      );
  }
  let count = 0;
  for (const { campClass, draftId } of planned) {
    const price = copies ? chosen.get(campClass._id.toHexString())?.price : campClass.price;
    if (price === undefined) continue;
    try {
      await storeCopy(campClass, { _id: draftId, price }, admin, services);
      count += 1;
    } catch (error) {
      // Another admin just made it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return count;
}

/** Deletes the drafts that `copySeason` made and nobody has changed. @returns how many */
export async function deleteSeasonCopies(
  season: string,
  admin: UserDocument,
  services: Services,
): Promise<number> {
  // Events still in a draft would be lost with it.
  await relayEvents(services);
  const copies = await planCopies(season, services);
  const count = await deleteClasses(services.database.collections, {
    _id: { $in: copies.map(({ draftId }) => draftId) },
    status: 'draft',
    revision: 0,
    events: [],
  });
  if (count === 0) return 0;
  const told = { type: 'delete season copy' as const, target: season };
  await recordEvent(
    { by: admin._id, ...told, before: { drafts: count }, after: null },
    new ObjectId().toHexString(),
    services,
  );
  return count;
}

/**
 * Publishes the drafts of a season that do not start in the past.
 * @returns how many
 * @throws {ApiError} `not_found`, `class_changed` if another admin changes one at the same time; a second try publishes
 *   the rest
 */
export async function publishSeason(
  season: string,
  admin: UserDocument,
  services: Services,
): Promise<number> {
  const today = readToday(services);
  const { items } = await listManaged(season, 'draft', services);
  const drafts = items.filter(({ camp_start }) => camp_start >= today);
  for (const { _id } of drafts) await publishClass(_id.toHexString(), {}, admin, services);
  return drafts.length;
}

async function planCopies(season: string, services: Services): Promise<PlannedCopy[]> {
  const { items } = await listManaged(season, 'open', services);
  const today = readToday(services);
  const copies = items.map((campClass) => {
    const days = moveOn(campClass, today);
    return { campClass, days, draftId: nameDraft(campClass._id, days.camp_start) };
  });
  const there = await listClassesOfAny(services.database.collections, [
    { _id: { $in: copies.map(({ draftId }) => draftId) } },
    { ...IS_MANAGED, camp_start: { $in: copies.map(({ days }) => days.camp_start) } },
  ]);
  const isOfAny = (id: ObjectId) => copies.some(({ draftId }) => draftId.equals(id));
  return copies.map(({ campClass, days, draftId }) => ({
    campClass,
    days,
    draftId,
    // A single copy, made by its own button, has another id, but the same name, day and time.
    isMade: there.some(({ _id, name, camp_start, dailyStart }) =>
      isOfAny(_id)
        ? _id.equals(draftId)
        : name === campClass.name &&
          camp_start === days.camp_start &&
          dailyStart === campClass.dailyStart,
    ),
  }));
}

function listManaged(season: string, status: 'open' | 'draft', services: Services) {
  return listManagedClasses({ season, status }, services);
}

function nameDraft(classId: ObjectId, firstDay: string): ObjectId {
  const hash = createHash('sha256').update(`${classId.toHexString()} ${firstDay}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}

const STATUSES = ['open', 'draft', 'archived'] as const;

/** The years from the first class to the last one, the latest first. */
export async function listSeasons({ database }: Services): Promise<string[]> {
  // An index finds each end, however many classes there are.
  const ends = await Promise.all(
    STATUSES.flatMap((status) =>
      ([1, -1] as const).map((direction) =>
        listClasses(
          database.collections,
          { status },
          { sort: { camp_start: direction, _id: direction }, limit: 1 },
        ),
      ),
    ),
  );
  const years = ends.flat().map(({ camp_start }) => Number(seasonOf(camp_start)));
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_none, index) =>
    String(last - index).padStart(4, '0'),
  );
}
