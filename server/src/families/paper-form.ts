import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { checkMayHandOver } from './blocked-guardian.ts';
import { childNotFoundError, findAnyChild } from './booking.ts';
import { changeFamily } from './change-family.ts';
import { NOT_DELETING } from './children.repo.ts';
import { saveContacts } from './contacts.ts';
import { findFreePlace, withGuardian } from './family.ts';
import { saveHealth, withdrawHealth } from './health.ts';
import { addBlock } from './must-not-collect.ts';
import { openFamily } from './office-families.ts';
import { canChange, findGuardian } from './rights.ts';
import { checkPaper, describePaper, findSignedTime, findSigner } from './signed-paper.ts';

/**
 * The office enters what a guardian without a log-in has signed on paper. It is then that guardian's word: it counts and
 * ends with their rights, and they read and change it once they log in. R568, R569
 */

type Form = ParsedInput<Contract['PUT /children/:id/paperForm']>['body'];

const MAX_TRIES = 20;

/**
 * @param childId 24 hexadecimal digits
 * @returns when it was saved
 * @throws {ApiError} `not_found`, `family_has_log_in`; `guardian_may_not` if who signed may not decide this;
 *   `invalid_input`, `contacts_changed`, `health_changed`, `too_many_guardians`, `account_exists`, `request_used`; `text_changed` if
 *   the consent had other words on that day
 */
export async function enterPaperForm(
  childId: string,
  { paper, contacts, seenContacts, health, block, guardian }: Form,
  admin: UserDocument,
  services: Services,
): Promise<Date> {
  const _id = new ObjectId(childId);
  await checkPaper(paper, health?.consent, services);
  const signer = await recordPaper(
    _id,
    { paper, consent: health?.consent },
    Object.entries({ contacts, health, block, guardian }).flatMap(([part, typed]) =>
      typed === undefined ? [] : typed === null ? `${part} withdrawn` : part,
    ),
    admin,
    services,
  );
  if (contacts) await saveContacts(childId, { contacts, seenContacts }, signer, services);
  if (block) await addBlock(childId, block, signer, services, admin);
  if (guardian) await addGuardian(_id, guardian, { signer, admin }, services);
  const at = findSignedTime(paper, services);
  if (health === null) await withdrawHealth(childId, signer, services, at);
  const savedAt = health
    ? await saveHealth(childId, health, signer, services, { at, paper: paper.reference })
    : services.now();
  // The family may have gone to its owner's account meanwhile: what came too late to go along does not count.
  const child = await findAnyChild(_id, services);
  if (!child || !canChange(child, signer._id)) throw new ApiError('family_has_log_in');
  return savedAt;
}

/**
 * Records who enters what, before anything is written, and only if the family is still the one that was looked at. The
 * audit log has the kinds of what is entered, and never a word of it.
 * @returns who signed
 * @throws {ApiError} `not_found`, `family_has_log_in`, `guardian_may_not`
 */
async function recordPaper(
  _id: ObjectId,
  { paper, consent }: { paper: Paper; consent: string | undefined },
  entered: string[],
  admin: UserDocument,
  services: Services,
): Promise<UserDocument> {
  const child = _id.toHexString();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await findAnyChild(_id, services);
    if (!found) throw childNotFoundError();
    if (!(await isOnPaper(found, services))) throw new ApiError('family_has_log_in');
    const signer = await findSigner(found, paper, consent, services);
    const event = auditEvent({
      type: 'enter paper form',
      at: services.now(),
      by: admin._id,
      target: signer.email,
      before: null,
      after: { child, entered, ...describePaper(paper) },
    });
    const { matchedCount } = await services.database.collections.children.updateOne(
      { _id, revision: found.revision, ...NOT_DELETING },
      { $push: { events: event } },
    );
    if (matchedCount === 1) return signer;
  }
  throw new ApiError('unavailable');
}

async function isOnPaper(child: ChildDocument, services: Services): Promise<boolean> {
  return (await findOnPaper([child], services)).has(child._id.toHexString());
}

/**
 * The children of whom nobody who looks after them logs in, or ever did, not even somebody who was removed. R569
 * @returns their ids, as 24 hexadecimal digits
 */
export async function findOnPaper(
  children: ChildDocument[],
  services: Pick<Services, 'database'>,
): Promise<Set<string>> {
  const ids = children.flatMap(({ guardians }) => guardians.map(({ userId }) => userId));
  const people = await findPeopleById(ids, services);
  const isWithoutLogIn = ({ guardians }: ChildDocument) =>
    guardians.every(({ userId }) => people.get(userId.toHexString())?.isUnclaimed === true);
  return new Set(children.filter(isWithoutLogIn).map(({ _id }) => _id.toHexString()));
}

type NewGuardian = NonNullable<Form['guardian']>;

/** Opens an account without an address for somebody with a phone, and makes them a guardian. May be repeated. */
async function addGuardian(
  _id: ObjectId,
  { id, name, phone, may }: NewGuardian,
  { signer, admin }: { signer: UserDocument; admin: UserDocument },
  services: Services,
): Promise<void> {
  await checkMayHandOver(_id, signer, services);
  const userId = new ObjectId(id);
  const place = findFreePlace([], userId);
  const invitedBy = signer._id;
  const decide = async () => {
    const child = await findAnyChild(_id, services);
    if (!child) throw childNotFoundError();
    if (!(await isOnPaper(child, services))) throw new ApiError('family_has_log_in');
    if (findGuardian(child, userId)) return null;
    const invitation = { _id: new ObjectId(), may, invitedBy };
    return { child, family: withGuardian(child, invitation, { userId, place }) };
  };
  // Before the account is there: nobody needs one that no child has.
  await decide();
  await openFamily({ id, name, phone, children: [] }, admin, services);
  await changeFamily(decide, services);
}
