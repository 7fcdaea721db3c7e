import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Dose, Incident } from '@speakifyr/contract/safety.ts';
import { ObjectId } from 'mongodb';
import { listEverEnrolled } from '../attendance/class-people.ts';
import { isOnDay } from '../attendance/class-day.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SafetyRecordDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { findTime } from '../school-time.ts';
import type { Services } from '../services.ts';
import { writeOnce } from '../write-once.ts';
import {
  addAddendumOnce,
  findRecord,
  findRecordWithAddendum,
  insertRecordOnce,
} from './safety-store.ts';

/** What is sent for each record. `time`: hh:mm by the school's clock. */
type Sent = { _id: string; classId: string; day: string; personId: string; time: string };

/**
 * Records that a medicine was given, refused or missed. R407
 * @throws {ApiError} as `writeRecord`
 */
export async function writeDose(
  { dose, ...sent }: Sent & { dose: Dose },
  by: UserDocument,
  services: Services,
): Promise<void> {
  await writeRecord(sent, { dose }, by, services);
}

/**
 * Records an accident or another incident, and tells the guardians that there is something to read. R408
 * @throws {ApiError} as `writeRecord`
 */
export async function writeIncident(
  { incident, ...sent }: Sent & { incident: Incident },
  by: UserDocument,
  services: Services,
): Promise<void> {
  const { _id, name, personId, isChild } = await writeRecord(sent, { incident }, by, services);
  // If the server stops before this, the page gets no response and resends the record.
  await recordEvent(
    {
      by: by._id,
      type: 'record incident',
      target: name,
      before: null,
      after: { person: personId.toHexString(), isChild, record: _id },
    },
    `incident-${_id}`,
    services,
  );
}

/**
 * Writes a record once, however often it is sent.
 * @throws {ApiError} as `findClassLookedAfter`; `invalid_input` for somebody who was never in the class, or a moment
 *   that is not on a day of the class or still to come; `request_used`
 */
async function writeRecord(
  { _id, classId, day, personId, time }: Sent,
  what: { dose: Dose } | { incident: Incident },
  by: UserDocument,
  services: Services,
): Promise<{ _id: string; name: string; personId: ObjectId; isChild: boolean }> {
  const campClass = await findClassLookedAfter(classId, by, 'safety records', services);
  const person = (await listEverEnrolled(campClass, [personId], services)).get(personId);
  if (!person) throw fieldError('personId', 'This person is not in the class.');
  const moment = findTime(day, time, SCHOOL.timeZone);
  if (!isOnDay(moment, day, campClass, services))
    throw fieldError('time', 'Choose a time on this day that is not still to come.');
  const record: SafetyRecordDocument = {
    _id,
    classId: campClass._id,
    day,
    personId: new ObjectId(personId),
    at: moment,
    receivedAt: services.now(),
    by: by._id,
    ...what,
    addenda: [],
  };
  const { collections } = services.database;
  await writeOnce({
    wanted: withoutServerFields(record),
    find: async () => {
      const stored = await findRecord(collections, _id);
      return stored && withoutServerFields(stored);
    },
    write: () => insertRecordOnce(collections, record),
  });
  return { _id, name: campClass.name, personId: record.personId, isChild: person.isChild };
}

/** What was sent, and who sent it. */
function withoutServerFields({ receivedAt: _, addenda: __, ...sent }: SafetyRecordDocument) {
  return sent;
}

/**
 * Corrects or adds to a record. What was written before stays. R409
 * @throws {ApiError} `not_found`, and as `findClassLookedAfter` for its class; `request_used`
 */
export async function addToRecord(
  { recordId, _id, note }: { recordId: string; _id: string; note: string },
  by: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const record = await findRecord(collections, recordId);
  if (!record) throw new ApiError('not_found', 'We could not find this record.');
  await findClassLookedAfter(record.classId.toHexString(), by, 'safety records', services);
  const addendum = { _id, at: services.now(), by: by._id, note };
  await writeOnce({
    wanted: { recordId, by: by._id, note },
    find: async () => {
      const found = await findRecordWithAddendum(collections, _id);
      const first = found?.addenda.find((one) => one._id === _id);
      return first && { recordId: found?._id, by: first.by, note: first.note };
    },
    write: () => addAddendumOnce(collections, recordId, addendum),
  });
}

function fieldError(field: keyof Sent, message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: message } });
}
