import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import { listDeciders } from '../families/guardians.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { judgeAnswer, listAskedIn } from './asked.ts';
import { findAnswers, listOpenForms } from './form-store.ts';

/**
 * Which children, and which families' accounts, still have something to answer. Says only that something is missing.
 * @returns a function that tells it of one of them
 */
export async function findLacking(
  seats: { childId?: ObjectId; userId: ObjectId | undefined }[],
  services: Pick<Services, 'database' | 'now'>,
): Promise<(personId: ObjectId) => boolean> {
  const open = (await listOpenForms(services)).filter(
    ({ published }) => published.about !== 'instructor',
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
  const [answers, deciders] = await Promise.all([
    findAnswers(
      asked.map(({ _id }) => _id),
      services,
    ),
    listDeciders(childIds, services),
  ]);
  const lacking = asked.filter((one) => {
    const isOfChild = one.form.published.about === 'child';
    const whoDecides = isOfChild ? (deciders.get(one.personId.toHexString()) ?? []) : undefined;
    return judgeAnswer(one, answers.get(one._id), whoDecides) !== 'done';
  });
  const ids = new Set(lacking.map(({ personId }) => personId.toHexString()));
  return (personId) => ids.has(personId.toHexString());
}
