import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { AuditDocument, Collections } from '../../database/collections.ts';
import {
  findClassEnd,
  getClassWithPeople,
  listEnrolledSeats,
} from '../../enrollments/seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { findOldValues, type OldValues } from './class-changes.ts';
import { listClassReaders } from './class-readers.ts';
import { listActs, unmarkActs } from './marks.repo.ts';
import { addressTo, findRecipient } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const MINUTE_MS = 60_000;

/** Acts that change a class. */
export const CHANGES: AuditAction[] = ['update course', 'unassign course'];

/** The changes of one class that make one email, oldest first. The id is that of the last one. */
type Changes = { _id: string; acts: AuditDocument[] };

/**
 * Tells people what changed about their class, CHANGE_MAIL_MINUTES after the first change. An admin who changes a class
 * often changes it again at once: another instructor means one act that unassigns and one that assigns, and a class is
 * unassigned before it is removed.
 */
export async function addChangeMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = {
    list: (collections: Collections) => listDueChanges(collections, services),
    describe: describeChanges,
    unmark: (collections: Collections, changes: Changes[]) =>
      unmarkActs(
        collections,
        changes.flatMap(({ acts }) => acts),
      ),
  };
  await addMarkedMails(marks, services, signal);
}

async function listDueChanges(
  collections: Collections,
  { environment, now }: Services,
): Promise<Changes[]> {
  const byClass = new Map<string, Changes>();
  for (const act of await listActs(collections, CHANGES)) {
    const id = act.classId?.toHexString() ?? act._id;
    byClass.set(id, { _id: act._id, acts: [...(byClass.get(id)?.acts ?? []), act] });
  }
  const since = now().getTime() - environment.CHANGE_MAIL_MINUTES * MINUTE_MS;
  return [...byClass.values()].filter(({ acts }) => acts[0]!.at.getTime() <= since);
}

/** Tells everyone who was enrolled before, and the instructor, unless only the instructor changed. */
async function describeChanges({ _id, acts }: Changes, services: Services): Promise<NewMail[]> {
  const classId = acts[0]?.classId;
  if (!classId) return [];
  const campClass = await getClassWithPeople(classId, services);
  if (campClass?.status !== 'open') return [];
  const notAfter = findClassEnd(campClass, services);
  if (notAfter <= services.now()) return [];

  const changes = await Promise.all(
    acts.map(async (act) => ({ at: act.at, old: await findOldValues(act, services) })),
  );
  /** What people knew at that moment and is different now. Of several changes of a field, they knew the first value. */
  const sinceThen = (moment: Date): OldValues =>
    Object.assign(
      {},
      ...changes
        .filter(({ at }) => at > moment)
        .map(({ old }) => old)
        .toReversed(),
    );
  const readers = await listClassReaders(
    classId,
    listEnrolledSeats(campClass).filter(
      ({ enrolledAt }) => Object.keys(sinceThen(enrolledAt)).length > 0,
    ),
    services,
  );
  const toStudents = readers.map(({ user, key, about, seats }): NewMail => {
    // Of several children, the first one to enroll is the one whose parents know the oldest values.
    const [since] = seats.map(({ enrolledAt }) => enrolledAt).sort((a, b) => +a - +b);
    return {
      _id: `changed-${_id}-${key}`,
      cause: { kind: 'class changed', before: since ? sinceThen(since) : {}, ...about },
      ...addressTo(user),
      isEssential: true,
      notAfter,
    };
  });

  const before = sinceThen(new Date(0));
  const isOnlyInstructor = Object.keys(before).every((field) => field === 'instructor');
  if (!campClass.instructor || isOnlyInstructor) return toStudents;
  const instructor = await findRecipient(campClass.instructor.email, services);
  if (!instructor) return toStudents;
  return [
    ...toStudents,
    {
      _id: `changed-${_id}-instructor`,
      cause: { kind: 'class changed', classId, before },
      ...addressTo(instructor),
      isEssential: true,
      notAfter,
    },
  ];
}
