import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { SafetyRecord } from '@speakifyr/contract/safety.ts';
import { ObjectId } from 'mongodb';
import { listTapsOfClass } from '../attendance/attendance-store.ts';
import { personOf } from '../attendance/class-day.ts';
import { listCameWithoutSeat } from '../attendance/class-people.ts';
import { listClasses } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SafetyRecordDocument } from '../database/family-documents.ts';
import { listEnrolledOn } from '../seats/find-seat.ts';
import { ApiError } from '../errors.ts';
import { recordReading } from '../events/record-reading.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { readHealth } from '../families/health.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { readChildName, readNames } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { listRecordsOf, listRecordsOfDay } from './safety-store.ts';

/**
 * The medicine that the children of a class get on a day, and what was recorded on it: also what another class gave them,
 * so that nobody gets it twice. The audit log records the reader before anything is read. R410
 * @param which.classId 24 hexadecimal digits
 * @param which.day yyyy-mm-dd
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function getClassRecords(
  { classId, day }: { classId: string; day: string },
  reader: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /classRecords/:classId/:day']>> {
  const campClass = await findClassLookedAfter(classId, reader, 'safety records', services);
  const about = { id: campClass._id, target: campClass.name };
  await recordReading('read safety records', about, reader, services);
  const { collections } = services.database;
  const which = { classId: campClass._id, day };
  const seats = listEnrolledOn(campClass, day);
  const came = listCameWithoutSeat(seats, await listTapsOfClass(collections, which));
  const ids = [...seats.map(personOf), ...came.map(({ personId }) => personId)];
  const [nameOf, healthOf, records] = await Promise.all([
    readNames(ids, services),
    readHealth(ids, services),
    listRecordsOfDay(collections, which, ids),
  ]);
  const people = ids.map((_id) => {
    const personId = _id.toHexString();
    const { medicines = [] } = healthOf.get(personId) ?? {};
    return { personId, name: nameOf(_id), medicines };
  });
  return {
    people: people.sort((a, b) => a.name.localeCompare(b.name)),
    records: await present(records, services),
  };
}

/**
 * The doses and incidents of a child. The audit log first records an admin who reads them, once a day.
 * @param id the child's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, also for anyone who may not see the child's classes
 */
export async function getChildRecords(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /childRecords/:childId']>> {
  const childId = new ObjectId(id);
  if (reader.role === 'admin')
    await recordReading(
      'read safety records',
      { id: childId, target: id, after: { child: id } },
      reader,
      services,
    );
  else if (!(await readFamilyRights(reader, services)).listIds('see').some((one) => one.equals(id)))
    throw new ApiError('not_found', 'We could not find this child.');
  const records = await listRecordsOf(services.database.collections, [childId]);
  return {
    name: (await readChildName(childId, services)) ?? '',
    records: await present(records, services),
  };
}

/** The records of a person and of the children whose classes they may see, for the download of their data. */
export async function getOwnRecords(
  user: UserDocument,
  services: Services,
): Promise<SafetyRecord[]> {
  const children = (await readFamilyRights(user, services)).listIds('see');
  const records = await listRecordsOf(services.database.collections, [user._id, ...children]);
  return present(records, services);
}

/** Names are read as they are now. */
async function present(
  records: SafetyRecordDocument[],
  services: Services,
): Promise<SafetyRecord[]> {
  if (records.length === 0) return [];
  const classIds = records.map(({ classId }) => classId);
  const classes = await listClasses(services.database.collections, { _id: { $in: classIds } });
  const people = records.flatMap(({ personId, by, addenda }) => [
    ...[personId, by],
    ...addenda.map((one) => one.by),
  ]);
  const nameOf = await readNames(people, services);
  return records.map(({ _id, classId, day, personId, at, by, dose, incident, addenda }) => ({
    _id,
    day,
    personId: personId.toHexString(),
    at: at.toISOString(),
    by: nameOf(by),
    className: classes.find((one) => one._id.equals(classId))?.name ?? '',
    name: nameOf(personId),
    dose: dose ?? null,
    incident: incident ?? null,
    addenda: addenda.map((one) => ({
      at: one.at.toISOString(),
      by: nameOf(one.by),
      note: one.note,
    })),
  }));
}
