import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument, Invitation } from '../database/family-documents.ts';
import { makeGuardian } from './documents.ts';
import { buildChild, buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A text that appears in a made child's health answer, and nowhere else. */
export const HEALTH_TEXT = 'peanut-canary-7731';

/** A contact's phone number. */
export const PHONE = '+1 555 0100';

/** A health answer as a parent sends it. */
export const HEALTH_BODY = {
  allergies: [{ what: HEALTH_TEXT, isSevere: true, whatToDo: 'Use the pen, call 112.' }],
  medication: '',
  medicines: [],
  notes: '',
  nothingToTell: false,
  consent: FIRST_TEXT_VERSION,
};

export const CONTACT = {
  name: 'Grandpa Joe',
  phone: PHONE,
  relation: 'Grandfather',
  isEmergency: true,
  mayPickUp: true,
  pickUpUntil: null,
};

export type Family = {
  child: ChildDocument & { id: string };
  /** Added the child. */
  parent: UserDocument;
  /** Invited by the parent, with every right. */
  partner: UserDocument;
  /** Invited by the parent: may only see. */
  seer: UserDocument;
  /** Invited by the parent: may only book. */
  booker: UserDocument;
};

/** Adds a child with four guardians, contacts and health to the database. */
export async function buildFamily(
  app: TestApp,
  fields: Partial<ChildDocument> = {},
): Promise<Family> {
  const [parent, partner, seer, booker] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ];
  const invitedBy = parent._id;
  const child = await buildChild(app, parent, {
    guardians: [
      makeGuardian(parent._id),
      makeGuardian(partner._id, { invitedBy }),
      makeGuardian(seer._id, { may: ['see'], invitedBy }),
      makeGuardian(booker._id, { may: ['book'], invitedBy }),
    ],
    ...fields,
  });
  await answerHealth(app, child, parent);
  const { childContacts } = app.services.database.collections;
  const at = app.services.now();
  await childContacts.insertOne({
    _id: child._id,
    contacts: [CONTACT],
    savedAt: at,
    checkAfter: at,
  });
  return { child, parent, partner, seer, booker };
}

/** Adds a child's health answer to the database. */
export async function answerHealth(
  app: TestApp,
  { _id }: { _id: ObjectId },
  guardian: { _id: ObjectId },
  confirmedAt: Date = app.services.now(),
): Promise<void> {
  const { consent: textVersion, ...answer } = HEALTH_BODY;
  await app.services.database.collections.childHealth.insertOne({
    _id,
    ...answer,
    confirmedAt,
    consent: { at: confirmedAt, by: guardian._id, textVersion },
    checkAfter: confirmedAt,
  });
}

/** @returns an open invitation with every right, as in the database */
export function makeInvitation(
  email: string,
  invitedBy: ObjectId,
  fields: Partial<Invitation> = {},
): Invitation {
  return {
    _id: new ObjectId(),
    email,
    may: ['see', 'book'],
    invitedBy,
    expiresAt: new Date(Date.now() + 14 * 86_400_000),
    ...fields,
  };
}
