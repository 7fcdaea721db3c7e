import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import { listClassesOfPerson } from '../families/form-parts.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { judgeAnswer, listAskedIn } from './asked.ts';
import { listOpenForms, type PublishedForm, readAnswers } from './form-store.ts';

/**
 * Which children, and which families' accounts, still have something to answer. Says only that something is missing.
 * @param formId only this form counts; missing: any of them
 * @returns a function that tells it of one of them
 */
export async function findLacking(
  seats: { childId?: ObjectId; userId: ObjectId | undefined }[],
  services: Pick<Services, 'database' | 'now'>,
  formId?: string,
): Promise<(personId: ObjectId) => boolean> {
  const open = (await listOpenForms(services)).filter(
    ({ _id, published }) =>
      published.about !== 'instructor' && (!formId || _id.toHexString() === formId),
  );
  if (open.length === 0) return () => false;
  const childIds = seats.flatMap(({ childId }) => childId ?? []);
  const accounts = seats.flatMap(({ userId }) => userId ?? []);
  const classes = await listClassesOfAny(services.database.collections, [
    { 'seats.childId': { $in: childIds } },
    { 'seats.userId': { $in: accounts } },
  ]);
  const wanted = new Set([...childIds, ...accounts].map((id) => id.toHexString()));
  const asked = listAskedIn(open, classes, readToday(services)).filter(({ personId }) =>
    wanted.has(personId.toHexString()),
  );
  const readAnswer = await readAnswers(asked, services);
  const lacking = asked.filter((one) => judgeAnswer(one, readAnswer(one)) !== 'done');
  const ids = new Set(lacking.map(({ personId }) => personId.toHexString()));
  return (personId) => ids.has(personId.toHexString());
}

/** Whether a class that is still to come, or runs, asks this person. */
export async function isAskedNow(
  form: PublishedForm,
  personId: ObjectId,
  services: Pick<Services, 'database' | 'now'>,
): Promise<boolean> {
  const classes = await listClassesOfPerson(personId, services);
  const asked = form.isArchived ? [] : listAskedIn([form], classes, readToday(services));
  return asked.some((one) => one.personId.equals(personId));
}
