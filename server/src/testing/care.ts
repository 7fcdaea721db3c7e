import type { ChildContact } from '@speakifyr/contract/children.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { ChildHealthDocument } from '../database/family-documents.ts';
import { makeUserId } from './documents.ts';
import type { TestApp } from './test-app.ts';

/** Children in classes, with health and contacts, directly in the database. */

/** @returns a paid seat, as in the database */
export function makeEnrolledSeat(fields: Partial<EnrolledSeat> = {}): EnrolledSeat {
  const cartId = fields.seatId ?? new ObjectId();
  return {
    state: 'enrolled',
    seatId: cartId,
    userId: makeUserId('parent@example.test'),
    joinedAt: new Date(),
    entry_code: 'EXM-101',
    paymentId: `pi_${cartId.toHexString()}`,
    price: 49.5,
    enrolledAt: new Date(),
    ...fields,
  };
}

/** A severe allergy with this text in every field, unless `fields` say otherwise. */
export async function addHealth(
  app: TestApp,
  childId: ObjectId,
  fields: Partial<ChildHealthDocument> = {},
  text = 'Peanuts',
): Promise<void> {
  const at = app.services.now();
  const { children, childHealth } = app.services.database.collections;
  const by = (await children.findOne({ _id: childId }))?.guardians[0]?.userId ?? new ObjectId();
  await childHealth.insertOne({
    _id: childId,
    allergies: [{ what: text, isSevere: true, whatToDo: text }],
    medication: text,
    medicines: [{ what: text, howMuch: text, at: '12:00' }],
    notes: text,
    nothingToTell: false,
    confirmedAt: at,
    consent: { at, by, textVersion: FIRST_TEXT_VERSION },
    checkAfter: at,
    ...fields,
  });
}

/** @returns somebody to call in an emergency who may not pick the child up */
export function makeContact(fields: Partial<ChildContact> = {}): ChildContact {
  return {
    name: 'Grandma Inge',
    phone: '+49 30 1234567',
    relation: 'grandmother',
    isEmergency: true,
    mayPickUp: false,
    pickUpUntil: null,
    ...fields,
  };
}

export async function addContacts(
  app: TestApp,
  childId: ObjectId,
  contacts: ChildContact[] = [makeContact()],
  savedAt = app.services.now(),
): Promise<void> {
  const { childContacts } = app.services.database.collections;
  await childContacts.insertOne({ _id: childId, contacts, savedAt, checkAfter: savedAt });
}
