import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { SeatOfCause } from '../database/outbox-document.ts';

/** Those of the lines that are in the outbox, whatever has become of them. */
export async function listKnownLines(
  { outbox }: Pick<Collections, 'outbox'>,
  ids: string[],
): Promise<Set<string>> {
  const found = await outbox.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** Those of the seats that an email to one of these people has announced, as the only seat or one of several. */
export async function listAnnouncedHolds(
  { outbox }: Pick<Collections, 'outbox'>,
  { userIds, seatIds }: { userIds: ObjectId[]; seatIds: ObjectId[] },
): Promise<Set<string>> {
  const seats = { $in: seatIds };
  const lines = await outbox
    .find<{ cause: SeatOfCause & { others?: SeatOfCause[] } }>(
      {
        userId: { $in: userIds },
        'cause.kind': 'seat held',
        $or: [{ 'cause.seatId': seats }, { 'cause.others.seatId': seats }],
      },
      { projection: { cause: 1 } },
    )
    .toArray();
  const announced = lines.flatMap(({ cause }) => [cause, ...(cause.others ?? [])]);
  return new Set(announced.map(({ seatId }) => seatId.toHexString()));
}

/** The messages of the contact form in emails to admins since then. */
export async function listContactLines(
  { outbox }: Pick<Collections, 'outbox'>,
  since: Date,
): Promise<ObjectId[]> {
  const lines = await outbox
    .find<{ cause: { messageId: ObjectId } }>(
      { createdAt: { $gte: since }, 'cause.kind': 'contact form' },
      { projection: { cause: 1 } },
    )
    .toArray();
  return lines.map(({ cause }) => cause.messageId);
}
