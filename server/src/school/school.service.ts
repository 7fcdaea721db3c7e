import type { Filter } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { findHoliday } from '@speakifyr/contract/new-class-days.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { fitByDay } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import type { SettingsDocument } from '../database/money-documents.ts';
import { findSettings, findUnused, hasOtherVersion } from '../database/settings-store.ts';
import { decideDays } from '../class-days.ts';
import { ApiError } from '../errors.ts';
import { findClass, listClasses, updateClass } from '../database/class-store.ts';
import type { TextName } from '@speakifyr/contract/text-parts.ts';
import { readToday } from '../school-time.ts';
import { startRepeating } from '../repeat.ts';
import type { Services } from '../services.ts';
import { changeSettings, isPart } from './change-settings.ts';
import { findVersionOn, keepVersions, nameVersions } from './text-versions.ts';
import { getText, nameVersion, readFirstTexts, setTexts } from './texts.ts';

/** What a director decides for the school. One document, read and replaced as a whole. decisions/0119 */

const ID = 'school' as const;

/** The school as it is now. Before a director has changed anything, it is what school.json says, with version 0. */
export async function getSchool({
  database,
  environment,
}: Pick<Services, 'database' | 'environment'>): Promise<VersionedSchool> {
  const found = await findSettings(database.collections, ID);
  const first = { ...FIRST_SCHOOL, version: 0, texts: readFirstTexts(environment.CLIENT_DIR) };
  // A field that a later version of the software added has its first value until somebody saves.
  return found ? putOver(first, found) : first;
}

/** Puts what is known over what is there, part by part: what only one of them has stays. */
function putOver<T extends object>(there: T, known: object): T {
  const entries = Object.entries(known).map(([name, value]: [string, unknown]) => {
    const before = (there as Record<string, unknown>)[name];
    return [name, isPart(before) && isPart(value) ? putOver(before, value) : value];
  });
  return { ...there, ...Object.fromEntries(entries) } as T;
}

/**
 * Replaces what the school has decided. It holds on this server at once, on the others within `FOLLOW_MS`. R604
 * @param seen.version the school that the admin saw
 * @throws {ApiError} `school_changed` if it is not the current one anymore
 */
export async function changeSchool(
  seen: VersionedSchool,
  admin: UserDocument,
  services: Services,
): Promise<VersionedSchool> {
  const { fixedBecause: _fixedBecause, ...wanted } = seen;
  const before = await getSchool(services);
  // Before any class loses a day.
  if (before.version !== wanted.version) throw new ApiError('school_changed');
  const still = await checkPlace(before, wanted, services);
  await freeDaysOff(before, wanted, services);
  // What a newer version of the software has written stays.
  const next = nameVersions(before, putOver(before, wanted), readToday(services));
  await keepVersions(before, services);
  const changed = await changeSettings(ID, { before, seen: next }, admin, services, still);
  if (!changed) throw new ApiError('school_changed');
  const current = { ...next, version: changed.version };
  follow(current);
  return { ...current, fixedBecause: await findUse(services) };
}

/** The school, and why its currency and its time zone can't change. */
export async function showSchool(services: Services): Promise<VersionedSchool> {
  const [school, fixedBecause] = await Promise.all([getSchool(services), findUse(services)]);
  return { ...school, fixedBecause };
}

/**
 * Days, prices and payments are written in the school's time zone and currency, and nothing converts them. So both change
 * only while there are none. R625
 * @returns what the stored document must still be like when it is replaced: a class that is added at the same moment wins
 * @throws {ApiError} `school_in_use`
 */
async function checkPlace(
  before: VersionedSchool,
  { timeZone, currency }: VersionedSchool,
  services: Services,
): Promise<Filter<SettingsDocument> | undefined> {
  if (before.timeZone === timeZone && before.currency === currency) return undefined;
  const { collections } = services.database;
  // In this order: who adds a class says so first.
  const still = await findUnused(collections, services.now());
  const use = await findUse(services);
  if (use)
    throw new ApiError(
      'school_in_use',
      `The time zone and the currency can’t change anymore, because ${use}.`,
    );
  if (!still)
    throw new ApiError(
      'school_in_use',
      'Somebody was adding a class or a price a moment ago. Please try again in a minute.',
    );
  return still;
}

/** What is written in the school's currency or time zone, as the end of a sentence. */
async function findUse({ database }: Services): Promise<string | undefined> {
  const { collections } = database;
  const campClass = await findClass(collections, { status: { $gt: '' as never } });
  if (campClass) return `there is the class ${campClass.name}`;
  if (await collections.payments.findOne({ status: { $gt: '' as never } }))
    return 'there are payments';
  const [discounts, extras, policy] = await Promise.all([
    findSettings(collections, 'discounts'),
    findSettings(collections, 'extras'),
    findSettings(collections, 'refundPolicy'),
  ]);
  if (discounts?.discounts.length) return 'there are discounts';
  if (extras?.extras.length) return 'there are extras with prices';
  return policy?.steps.some(({ fee }) => fee > 0) ? 'the refund policy has a fee' : undefined;
}

/**
 * Takes new single days off out of the classes that nobody has joined. A class keeps its days otherwise: those that are over,
 * and those of a day off that is taken away. R626
 * @throws {ApiError} `days_off_in_use` if a class with people in it meets on one; then no class has changed
 */
async function freeDaysOff(
  before: VersionedSchool,
  after: VersionedSchool,
  services: Services,
): Promise<void> {
  if (isDeepStrictEqual(before.holidays, after.holidays)) return;
  const today = readToday(services);
  const isNew = (day: string) =>
    day >= today && findHoliday(day, after) !== undefined && !findHoliday(day, before);
  const { collections } = services.database;
  const coming = await listClasses(collections, { camp_end: { $gte: today } });
  const meeting = coming.filter(
    ({ status, days }) => status !== 'archived' && days.some((day) => isNew(day)),
  );
  const joined = meeting.filter(hasPeople);
  if (joined.length > 0) throw daysOffError(joined);
  for (const campClass of meeting) {
    const { _id, version, revision, byDay } = campClass;
    const days = campClass.days.filter((day) => !isNew(day));
    if (days.length === 0) continue;
    const changed = {
      ...decideDays({ ...campClass, days }),
      ...(byDay && { byDay: fitByDay(byDay, days.length) }),
      revision: revision + 1,
    };
    // Somebody may have joined in between.
    if (!(await updateClass(collections, { _id, version }, { $set: changed })))
      throw new ApiError(
        'days_off_in_use',
        `${campClass.name} has just changed. Please try again.`,
      );
  }
}

function hasPeople({ seats, waiting = [] }: ClassDocument): boolean {
  return seats.length > 0 || waiting.length > 0;
}

function daysOffError(classes: ClassDocument[]): ApiError {
  const names = classes.slice(0, 3).map(({ name }) => name);
  const [count, it] =
    classes.length === 1 ? ['A class', 'it'] : [`${classes.length} classes`, 'them'];
  return new ApiError(
    'days_off_in_use',
    `${count} with people in ${it} would lose a day: ${names.join(', ')}${classes.length > 3 ? ' …' : ''}. Take the day out of ${it} first: the families hear of it.`,
  );
}

/** How long a server may work with what another one has replaced. */
const FOLLOW_MS = 10_000;

/** The version of what `SCHOOL` says now. */
let known = 0;

function follow({ version, texts, textVersions, ...school }: VersionedSchool): void {
  known = version;
  setTexts(texts, { termsDate: school.termsDate, textVersions });
  setSchool(school);
}

/** Reads what the school has decided, before anybody asks for it. A later version of the software may begin with other texts. */
export async function readSchool(
  services: Pick<Services, 'database' | 'environment'>,
): Promise<void> {
  const school = await getSchool(services);
  await keepVersions(school, services);
  follow(school);
}

/**
 * Checks that the person read the text as it is now. R620
 * @param version the one that was agreed to
 * @throws {ApiError} `text_changed` if there is another one by now
 */
export async function checkAgreed(
  name: TextName,
  version: string,
  services: Pick<Services, 'database' | 'environment'>,
): Promise<void> {
  if (version === getText(name).version) return;
  // Another server may have shown what this one has not heard of yet.
  if (version !== nameVersion(name, await getSchool(services))) throw new ApiError('text_changed');
}

/**
 * Checks that somebody signed the words that were in force on that day. R634
 * @param day yyyy-mm-dd
 * @throws {ApiError} `text_changed`
 */
export async function checkSigned(
  name: TextName,
  { version, day }: { version: string; day: string },
  services: Pick<Services, 'database' | 'environment'>,
): Promise<void> {
  const current = nameVersion(name, await getSchool(services));
  if (version !== (await findVersionOn(name, day, current, services)))
    throw new ApiError('text_changed');
}

/**
 * Follows what directors change on other servers.
 * @returns stops it
 */
export function startFollowing(services: Services): () => Promise<void> {
  return startRepeating(
    {
      run: async () => {
        const before = known;
        if (!(await hasOtherVersion(services.database.collections, ID, before))) return;
        const current = await getSchool(services);
        // Somebody may have saved here while it was read.
        if (known === before) follow(current);
      },
      pauseMs: FOLLOW_MS,
      limitMs: FOLLOW_MS,
      tooLong: 'reading what the school has decided took too long',
      failed: 'what the school has decided is not read yet',
    },
    services,
  );
}
