import { compareNames } from '@speakifyr/contract/person-names.ts';
import { isSamePhone } from '@speakifyr/contract/phone-numbers.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { EndedKind, EventOf } from '../database/event-document.ts';
import type { ChildDocument, Guardian, StoredContact } from '../database/family-documents.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { readToday } from '../school-time.ts';
import { endCalendars } from '../users/calendar-secrets.ts';
import { findPeopleById } from '../users/find-users.ts';
import { forgetAidFor } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import { endAbsences, hasSaidAbsence } from './absences.ts';
import { endConsents, hasGivenConsent } from './given-answers.ts';
import type { Family } from './family.ts';
import { findGuardian, hasEveryRight, listRights } from './rights.ts';
import { keepStanding, listDeciderIds } from './standing.ts';

/**
 * Ends what a guardian gave once they lose the right with which they gave it, and says what ended. The only place that
 * does. R465, R466, R467
 */

type Needs = Pick<Services, 'database' | 'now' | 'environment'>;

type Guarded = Pick<ChildDocument, 'guardians'>;

/** Guardians who lose a right for a child, as they were. */
export type Lost = Guardian[];

/** @param merged an account that another one replaces: it loses nothing */
export function findLost(before: Guarded, after: Guarded, merged?: ObjectId): Lost {
  return before.guardians.filter(
    ({ userId, may }) =>
      !merged?.equals(userId) && may.some((right) => !listRights(after, userId).includes(right)),
  );
}

/** What remains of a family: the invitations of those who may no longer invite end, too. */
export function withoutLostInvitations(family: Family, lost: Lost): Family {
  const isLost = (id: ObjectId) => lost.some(({ userId }) => userId.equals(id));
  const isKept = ({ invitedBy }: { invitedBy: ObjectId }) => !isLost(invitedBy);
  return { ...family, invitations: family.invitations.filter(isKept) };
}

/**
 * An event for each of them, if something ends or somebody has to decide. The update that takes the right writes it,
 * before anything has ended, so that the others hear of it even if the server stops in between. It has no name, no
 * number and no word of what was given.
 */
export async function describeLost(
  child: ChildDocument,
  family: Family,
  lost: Lost,
  services: Needs,
): Promise<EventOf<'end what was given'>[]> {
  if (lost.length === 0) return [];
  const { database, now } = services;
  const { childContacts, childPhotos, childHealth } = database.collections;
  const { _id } = child;
  const consent = { projection: { consent: 1 } } as const;
  const from = readToday(services);
  const absences = lost.map(({ userId: by }) =>
    hasSaidAbsence(database.collections, { personId: _id, from, by }),
  );
  const consents = lost.map(({ userId }) => hasGivenConsent(_id, userId, services));
  const [given, photo, health, people, absent, agreed] = await Promise.all([
    childContacts.findOne({ _id }),
    childPhotos.findOne({ _id }, consent),
    childHealth.findOne({ _id }, consent),
    findPeopleById(
      lost.map(({ userId }) => userId),
      { database },
    ),
    Promise.all(absences),
    Promise.all(consents),
  ]);
  const { pickupCode: code, mayLeaveAlone, mustNotCollect = [], contacts = [] } = given ?? {};
  return lost.flatMap((guardian, place) => {
    const { userId, may } = guardian;
    const isTheirs = (one: { by: ObjectId } | undefined) => one?.by.equals(userId) ?? false;
    const left = withoutLost(contacts, family, [guardian], people);
    const isCodeOpen = code !== undefined && !code.usedBy && code.until > now();
    const is: Record<EndedKind, boolean> = {
      contacts: left.length < contacts.length || contacts.some(mayCollect) > left.some(mayCollect),
      'pick-up code': isCodeOpen && isTheirs(code),
      'leaving alone': isTheirs(mayLeaveAlone),
      photo: isTheirs(photo?.consent),
      note: child.noteBy?.equals(userId) ?? false,
      invitations: child.invitations.some(({ invitedBy }) => invitedBy.equals(userId)),
      absence: absent[place] ?? false,
      consent: agreed[place] ?? false,
    };
    const ended = (Object.keys(is) as EndedKind[]).filter((kind) => is[kind]);
    const toConfirm = isTheirs(health?.consent);
    const toDecide = mustNotCollect.filter((block) => !block.isByOffice && isTheirs(block)).length;
    if (ended.length === 0 && !toConfirm && toDecide === 0) return [];
    return [
      auditEvent({
        type: 'end what was given',
        at: now(),
        by: SYSTEM,
        target: people.get(userId.toHexString())?.email ?? userId.toHexString(),
        before: { child: _id.toHexString(), may: may.join(', ') },
        after: { ended, healthToConfirm: toConfirm, mustNotCollectToDecide: toDecide },
        childId: _id,
        lost: userId,
      }),
    ];
  });
}

/**
 * Ends what those gave who no longer decide about a child. Nobody reads any of it from then on anyway, but this way it
 * does not come back with them. What the school knows of the child's health stays until another guardian confirms it,
 * and so does who must not collect the child: both protect it. May be repeated. R412, R422, R455
 * @param child after the change
 * @param lost who has just lost a right; nobody if a job looks again
 */
export async function endGiven(
  child: Pick<ChildDocument, '_id' | 'guardians'>,
  lost: Lost,
  services: Needs,
): Promise<void> {
  const { database } = services;
  const { children, childContacts, childHealth, childPhotos } = database.collections;
  const { _id, guardians } = child;
  const deciders = listDeciderIds(guardians);
  const isLost = { $exists: true, $not: { $in: deciders } };
  // Nobody looks for a child that somebody said does not come.
  await endAbsences(database.collections, { personId: _id, from: readToday(services), deciders });
  await childPhotos.deleteOne({ _id, 'consent.by': isLost });
  await endConsents(_id, deciders, services);
  await childHealth.updateOne({ _id, 'consent.by': isLost }, { $set: { 'consent.isOver': true } });
  await childContacts.updateOne(
    { _id, 'mayLeaveAlone.by': isLost },
    { $unset: { mayLeaveAlone: true } },
  );
  // The team still reads that one was used.
  await childContacts.updateOne(
    { _id, 'pickupCode.by': isLost, 'pickupCode.usedBy': { $exists: false } },
    { $unset: { pickupCode: true } },
  );
  await endContacts(child, lost, { database });
  await children.updateOne({ _id, noteBy: isLost }, { $set: { note: '' }, $unset: { noteBy: '' } });
  const bookers = guardians.filter(({ may }) => may.includes('book')).map(({ userId }) => userId);
  await forgetAidFor(_id, bookers, { database });
  await endCalendars(
    lost.map(({ userId }) => userId),
    { database },
  );
}

/** Each lost race means that a guardian has saved other contacts. */
const MAX_TRIES = 20;

async function endContacts(
  child: Pick<ChildDocument, '_id' | 'guardians'>,
  lost: Lost,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const { childContacts } = database.collections;
  const { _id } = child;
  const people = await findPeopleById(
    lost.map(({ userId }) => userId),
    { database },
  );
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await childContacts.findOne({ _id }, { projection: { contacts: 1, savedAt: 1 } });
    if (!found || found.contacts.length === 0) return;
    const { contacts: before, savedAt } = found;
    const contacts = withoutLost(before, child, lost, people);
    const same = { _id, savedAt, contacts: before };
    const { matchedCount } = await childContacts.updateOne(same, { $set: { contacts } });
    if (matchedCount === 1) return;
  }
}

/**
 * The contacts that count after the change. One from before givers were kept may be from whoever decided then, so it
 * ends with the first of them who goes. One that names somebody who is no longer a guardian ends, whoever entered it:
 * the others decide again whether this person may still collect the child.
 */
function withoutLost(
  contacts: StoredContact[],
  after: Guarded,
  lost: Lost,
  people: Map<string, UserDocument>,
): StoredContact[] {
  const [author] = lost.filter(hasEveryRight).map(({ userId }) => userId);
  const left = lost
    .filter(({ userId }) => !findGuardian(after, userId))
    .flatMap(({ userId }) => people.get(userId.toHexString()) ?? []);
  const known = contacts
    .filter((contact) => !left.some((person) => isPerson(contact, person)))
    .map((contact) => (author ? { by: author, ...contact } : contact));
  return keepStanding(known, listDeciderIds(after.guardians));
}

const mayCollect = ({ mayPickUp }: StoredContact) => mayPickUp;

/** Whether a contact is this person, or may be: by the number, or by the name. R462 */
function isPerson(contact: StoredContact, { name, phone = '' }: UserDocument): boolean {
  return isSamePhone(contact.phone, phone) || compareNames(contact.name, name) !== 'different';
}
