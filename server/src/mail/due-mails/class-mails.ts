import type { AuditDocument, EnrolledSeat } from '../../database/collections.ts';
import type { MailCause } from '../../database/outbox-document.ts';
import { DAY_MS } from '../../school-time.ts';
import {
  type ClassWithPeople,
  findClassEnd,
  getClassWithPeople,
  listEnrolledSeats,
} from '../../seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { addressTo, daysFromNow, findRecipients } from './recipients.ts';

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
  return tellStudents(
    listEnrolledSeats(campClass),
    ({ cartId }) => ({
      _id: `canceled-${cartId.toHexString()}`,
      cause: { kind: 'class canceled', classId: campClass._id, cartId },
      isEssential: true,
      notAfter,
    }),
    services,
  );
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
  return tellStudents(
    listEnrolledSeats(campClass),
    ({ cartId }) => ({
      _id: `message-${act._id}-${cartId.toHexString()}`,
      cause: { kind: 'school message', classId: campClass._id, subject, text, from },
      isEssential: false,
      notAfter: daysFromNow(MESSAGE_DAYS, services),
    }),
    services,
  );
}

async function findClassOf(
  { classId }: AuditDocument,
  services: Services,
): Promise<ClassWithPeople | null> {
  return classId ? getClassWithPeople(classId, services) : null;
}

type SeatMail = { _id: string; cause: MailCause; isEssential: boolean; notAfter: Date };

/** An email to the owner of each seat. */
export async function tellStudents(
  seats: EnrolledSeat[],
  describe: (seat: EnrolledSeat) => SeatMail,
  services: Services,
): Promise<NewMail[]> {
  if (seats.length === 0) return [];
  const recipients = await findRecipients(
    seats.map(({ email }) => email),
    services,
  );
  return seats.flatMap((seat) => {
    const user = recipients.get(seat.email);
    return user ? [{ ...describe(seat), ...addressTo(user) }] : [];
  });
}
