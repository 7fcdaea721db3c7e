import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ObjectId } from 'mongodb';
import type { CauseOf, MessageAbout, SeatsOfCause } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import { keepThoseOf } from '../message-audience.ts';
import { findEnrolled } from './find-enrolled.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';
import { findEntry } from './waiting-facts.ts';

/** What the school writes to some classes, for people who still belong to the group that it was written to. */
export async function readSchoolMessage(
  { subject, text, from, group = 'enrolled', about, ...seatsOf }: CauseOf<'school message'>,
  reader: Reader,
  services: Services,
): Promise<Read<'school message'> | undefined> {
  const { classId } = seatsOf;
  const wanted = about ?? (classId ? [{ ...seatsOf, classId }] : []);
  const found = await Promise.all(wanted.map((one) => findOne(one, group, reader, services)));
  const still = found.flatMap((one) => one ?? []);
  if (still.length === 0 || !text) return undefined;
  const classNames = still.map(({ className }) => className);
  return {
    facts: { classNames, group, subject, text, from },
    childIds: still.flatMap(({ childIds }) => childIds),
  };
}

type Found = { className: string; childIds: ObjectId[] };

/** A class in which the reader still has such a seat, or still waits. */
async function findOne(
  about: MessageAbout | SeatsOfCause,
  group: MessageGroup,
  reader: Reader,
  services: Services,
): Promise<Found | undefined> {
  if ('waitId' in about && about.waitId) {
    const { classId, waitId } = about;
    const waits = await findEntry({ classId, waitId }, reader, services);
    return waits && { className: waits.campClass.name, childIds: waits.childIds };
  }
  const found = await findEnrolled(about, reader, services);
  if (!found) return undefined;
  const { name: className, camp_end: lastDay } = found.campClass;
  const seats = await keepThoseOf(
    group,
    found.seats.map(({ childId }) => ({ lastDay, ...(childId && { childId }) })),
    services,
  );
  return seats.length > 0 ? { className, childIds: listChildIds(seats) } : undefined;
}
