import type { AuditDocument } from '../../database/collections.ts';
import { DAY_MS } from '../../school-time.ts';
import {
  type ClassWithPeople,
  findClassEnd,
  getClassWithPeople,
  listEnrolledSeats,
} from '../../seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { listClassReaders } from './class-readers.ts';
import { addressTo, daysFromNow } from './recipients.ts';

const CANCELLED_DAYS = 30;
const MESSAGE_DAYS = 7;

/** Tells everyone who is enrolled that their class is canceled, unless it was over. */
export async function describeCanceledMails(
  act: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const campClass = await findClassOf(act, services);
  if (!campClass || act.before?.status !== 'open') return [];
  const end = findClassEnd(campClass, services);
  if (end <= act.at) return [];
  const notAfter = new Date(end.getTime() + CANCELLED_DAYS * DAY_MS);
  const readers = await listClassReaders(campClass._id, listEnrolledSeats(campClass), services);
  return readers.map(({ user, key, about }) => ({
    _id: `canceled-${key}`,
    cause: { kind: 'class canceled', ...about },
    ...addressTo(user),
    isEssential: true,
    notAfter,
  }));
}

/** A message to a class, for everyone enrolled. Those who want no news only see it on their Messages page. */
export async function describeMessageMails(
  act: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const campClass = await findClassOf(act, services);
  if (!campClass || !act.after) return [];
  const { subject, text, from } = act.after;
  if (typeof subject !== 'string' || typeof text !== 'string' || typeof from !== 'string')
    return [];
  const readers = await listClassReaders(campClass._id, listEnrolledSeats(campClass), services);
  return readers.map(({ user, key, about }) => ({
    _id: `message-${act._id}-${key}`,
    cause: { kind: 'school message', subject, text, from, ...about },
    ...addressTo(user),
    isEssential: false,
    notAfter: daysFromNow(MESSAGE_DAYS, services),
  }));
}

async function findClassOf(
  { classId }: AuditDocument,
  services: Services,
): Promise<ClassWithPeople | null> {
  return classId ? getClassWithPeople(classId, services) : null;
}
