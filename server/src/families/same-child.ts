import { isDeepStrictEqual } from 'node:util';
import type { HealthAnswer } from '@speakifyr/contract/children.ts';
import { MAX_ALLERGIES, MAX_HEALTH_LENGTH, MAX_MEDICINES } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildContactsDocument, ChildDocument } from '../database/family-documents.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { hasSameChild } from './child-fields.ts';
import { noteHealthWithdrawn } from './children.repo.ts';
import { eraseHealth } from './health.ts';
import { withoutContacts } from './contacts.ts';
import { moveAnswers } from './given-answers.ts';
import { dropJoinedChild } from './delete-child.ts';
import { moveGiven } from './move-children.ts';
import { canChange } from './rights.ts';

/**
 * Two records of the same child, in two families that become one: what speaks against joining them, and how what the
 * families said of them becomes one. Seats, money and history are moved by account/join-children.ts. R571
 */

/** `from` goes, `into` stays. */
export type SameChild = { from: ChildDocument; into: ChildDocument };

/** The children who have records in both families: equal name and birth date. */
export function pairChildren(children: ChildDocument[], theirs: ChildDocument[]): SameChild[] {
  return children.flatMap((from) => {
    const into = theirs.find((one) => !one._id.equals(from._id) && hasSameChild([one], from));
    const isShared = theirs.some((one) => one._id.equals(from._id));
    return into && !isShared ? [{ from, into }] : [];
  });
}

/**
 * @param account the one that stays: with fewer rights for the record that stays, it would lose what it gave and decided
 * @returns why two records can't be joined now, and what the office should know if they are
 */
export async function judgeSameChild(
  { from, into }: SameChild,
  account: { _id: ObjectId },
  services: Services,
): Promise<{ obstacle: string | null; says: string[] }> {
  const { collections } = services.database;
  const { childHealth, childPhotos, childContacts } = collections;
  const [classes, healths, photos, contacts] = await Promise.all([
    listClasses(collections, { 'seats.childId': from._id }),
    childHealth.find({ _id: { $in: [from._id, into._id] } }).toArray(),
    childPhotos.countDocuments({ _id: { $in: [from._id, into._id] } }),
    childContacts.findOne({ _id: from._id }),
  ]);
  // What was withdrawn is not joined: see `dropWithdrawn`.
  const [one, other] = healths.filter(({ consent }) =>
    [from, into].every(({ healthWithdrawnAt: end }) => !end || consent.at > end),
  );
  const today = readToday(services);
  const says = [
    one &&
      other &&
      'Both have an answer about health: all of both stays. It should be checked afterwards.',
    photos === 2 && 'Both have a photo: the one in the family that stays is kept.',
    contacts?.pickupCode && 'A pick-up code of the record that goes ends.',
    from.invitations.length > 0 && 'Invitations to look after the record that goes end.',
    from.note &&
      into.note &&
      from.note !== into.note &&
      'Both have a note: the one in the family that stays is kept.',
  ].filter((text): text is string => !!text);
  const isNow = classes.some(
    ({ camp_start, camp_end }) => camp_start <= today && today <= camp_end,
  );
  const both = await findClassOfBothRecords({ from, into }, services);
  const obstacle = !canChange(into, account._id)
    ? 'Only a guardian with every right for the child can join its records.'
    : from.guardians.length > 1
      ? 'Somebody else looks after one of the records, too. Ask them first, or remove them from it.'
      : both
        ? `Both have a seat, or wait for one, in ${both}. Take one of them out first.`
        : isNow
          ? 'The child is in a class that runs now. The two records can be joined after the class.'
          : one && other && !joinHealth(one, other)
            ? 'Both have long answers about health, too long to be put together. One has to be shortened first.'
            : null;
  return { obstacle, says };
}

/** The name of a class in which both have a seat or wait for one. */
export async function findClassOfBothRecords(
  { from, into }: { from: { _id: ObjectId }; into: { _id: ObjectId } },
  services: Pick<Services, 'database'>,
): Promise<string | undefined> {
  const { collections } = services.database;
  const listOf = async (_id: ObjectId) => [
    ...(await listClasses(collections, { 'seats.childId': _id })),
    ...(await listClasses(collections, { 'waiting.people.childId': _id })),
  ];
  const theirs = await listOf(into._id);
  return (await listOf(from._id)).find(({ _id }) => theirs.some((one) => one._id.equals(_id)))
    ?.name;
}

/** All that either of two answers says; null if that is more than an answer may say. */
function joinHealth(
  one: HealthAnswer,
  other: HealthAnswer,
): Omit<HealthAnswer, 'nothingToTell'> | null {
  const allergies = joinLists(one.allergies, other.allergies);
  const medicines = joinLists(one.medicines, other.medicines);
  const [medication, notes] = [
    joinTexts(one.medication, other.medication),
    joinTexts(one.notes, other.notes),
  ];
  const isTooLong =
    allergies.length > MAX_ALLERGIES ||
    medicines.length > MAX_MEDICINES ||
    [medication, notes].some(({ length }) => length > MAX_HEALTH_LENGTH);
  return isTooLong ? null : { allergies, medicines, medication, notes };
}

function joinLists<T>(one: T[], other: T[]): T[] {
  return [
    ...one,
    ...other.filter((entry) => !one.some((known) => isDeepStrictEqual(known, entry))),
  ];
}

function joinTexts(one: string, other: string): string {
  return one.includes(other) ? one : [one, other].filter(Boolean).join('\n');
}

/**
 * Gives what the family said of the record that goes to the one that stays, and deletes the former. The account that
 * goes is locked and is its only guardian, so nobody changes it meanwhile. May be repeated.
 */
export async function joinRecords(
  { from, into }: SameChild,
  accounts: { from: Pick<UserDocument, '_id' | 'name'>; into: Pick<UserDocument, '_id' | 'name'> },
  services: Services,
): Promise<void> {
  const { children, childPhotos } = services.database.collections;
  if (from.healthWithdrawnAt)
    await noteHealthWithdrawn(services.database.collections, into._id, from.healthWithdrawnAt);
  await dropWithdrawn([from, into], into, services);
  await joinHealths(from._id, into._id, services);
  await joinContacts(from._id, into._id, services);
  const photo = await childPhotos.findOne({ _id: from._id });
  if (photo) {
    const { _id: _old, ...kept } = photo;
    await childPhotos.updateOne({ _id: into._id }, { $setOnInsert: kept }, { upsert: true });
  }
  for (const classId of from.allowedClasses)
    await children.updateOne(
      { _id: into._id, allowedClasses: { $ne: classId } },
      { $push: { allowedClasses: classId } },
    );
  if (from.note) {
    const note = { note: from.note, ...(from.noteBy && { noteBy: from.noteBy }) };
    await children.updateOne({ _id: into._id, note: '' }, { $set: note });
  }
  await moveAnswers(from._id, into._id, services);
  // A guardian of the other record may have withdrawn it at this moment.
  await dropWithdrawn([into], into, services);
  await moveGiven(into._id, accounts.from, accounts.into, services);
  await dropJoinedChild(from._id, accounts.from, services);
}

/** Erases what records say from before a guardian withdrew the consent, of whichever of the two. R691, R711 */
async function dropWithdrawn(
  records: { _id: ObjectId }[],
  into: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const { children } = services.database.collections;
  const end = (await children.findOne({ _id: into._id }))?.healthWithdrawnAt;
  if (end) for (const { _id } of records) await eraseHealth(_id, services, end);
}

/** Each lost race means that a guardian has just saved another answer. */
const MAX_TRIES = 20;

async function joinHealths(from: ObjectId, into: ObjectId, services: Services): Promise<void> {
  const { childHealth } = services.database.collections;
  const old = await childHealth.findOne({ _id: from });
  if (!old) return;
  const { _id: _old, ...answer } = old;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const added = await childHealth.updateOne(
      { _id: into },
      { $setOnInsert: answer },
      { upsert: true },
    );
    if (added.upsertedCount === 1) return;
    const known = await childHealth.findOne({ _id: into });
    const joined = known && joinHealth(known, old);
    // Since the preview, somebody has written so much that the newer answer has to do.
    if (!joined) return;
    const nothingToTell = known.nothingToTell && old.nothingToTell;
    const { matchedCount } = await childHealth.updateOne(
      { _id: into, confirmedAt: known.confirmedAt },
      { $set: { ...joined, nothingToTell } },
    );
    if (matchedCount === 1) return;
  }
}

async function joinContacts(from: ObjectId, into: ObjectId, services: Services): Promise<void> {
  const { childContacts } = services.database.collections;
  const old = await childContacts.findOne({ _id: from });
  if (!old) return;
  const at = services.now();
  await childContacts.updateOne(
    { _id: into },
    { $setOnInsert: withoutContacts(at) },
    { upsert: true },
  );
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await childContacts.findOne({ _id: into });
    if (!known) return;
    const isKnown = (one: ChildContactsDocument['contacts'][number]) =>
      known.contacts.some(({ name, phone }) => name === one.name && phone === one.phone);
    const contacts = [...known.contacts, ...old.contacts.filter((one) => !isKnown(one))];
    const blocks = known.mustNotCollect ?? [];
    const missing = (old.mustNotCollect ?? []).filter(
      ({ _id }) => !blocks.some((one) => one._id.equals(_id)),
    );
    // Only added: somebody may be writing, or taking back, the others of the record that stays.
    const { matchedCount } = await childContacts.updateOne(
      {
        _id: into,
        savedAt: known.savedAt,
        contacts: known.contacts,
        'mustNotCollect._id': { $not: { $in: missing.map(({ _id }) => _id) } },
      },
      {
        $set: { contacts },
        ...(missing.length > 0 && { $push: { mustNotCollect: { $each: missing } } }),
      },
    );
    if (matchedCount === 1 && old.mayLeaveAlone && !known.mayLeaveAlone)
      await childContacts.updateOne(
        { _id: into, mayLeaveAlone: { $exists: false } },
        { $set: { mayLeaveAlone: old.mayLeaveAlone } },
      );
    if (matchedCount === 1) return;
  }
}
