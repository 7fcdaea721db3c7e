import type { HeldSeat } from '../../../server/src/database/collections.ts';
import type { School } from './school.ts';

/** More would make a complaint too long to read. */
const MAX_DESCRIBED = 5;

/**
 * What is not settled, one line each: open payments; refunds and changes of seats that are under way; and seats
 * that are held, or were given up for somebody else just now. Times count from now, in seconds. Empty if everything is
 * settled.
 */
export async function listOpenThings({ collections, now }: School): Promise<string[]> {
  const isDue = { checkAfter: { $exists: true } };
  const payments = await collections.payments.find({ status: 'open' }).toArray();
  const refunds = await collections.refunds.find(isDue).toArray();
  const changes = await collections.seatChanges.find(isDue).toArray();
  const classes = await collections.classes
    .find({ $or: [{ 'resold.at': { $exists: true } }, { 'seats.state': 'held' }] })
    .toArray();
  const at = now();
  const tell = (date: Date | undefined) =>
    date ? `${Math.round((date.getTime() - at.getTime()) / 1_000)} s` : 'never';
  return [
    ...payments.map(
      ({ _id, email, createdAt, checkAfter, items }) =>
        `payment ${_id} of ${email}, begun ${tell(createdAt)}, due ${tell(checkAfter)}, for ` +
        items.map(({ seatId, state }) => `${seatId.toHexString()} (${state})`).join(' and '),
    ),
    ...refunds.map(
      ({ _id, state, reason, createdAt, checkAfter }) =>
        `refund ${_id} (${state}, ${reason}), decided ${tell(createdAt)}, due ${tell(checkAfter)}`,
    ),
    ...changes.map(
      ({ kind, seatId, state, by, createdAt, checkAfter }) =>
        `${kind} of ${seatId.toHexString()} (${state}) by ${by}, begun ${tell(createdAt)}, due ${tell(checkAfter)}`,
    ),
    ...classes.flatMap(({ name, status, seats, resold = [] }) => [
      ...seats
        .filter((seat): seat is HeldSeat => seat.state === 'held')
        .map(
          ({ seatId, userId, joinedAt, heldUntil, offer, move }) =>
            `seat ${seatId.toHexString()} in ${name} (${status}) of ${userId.toHexString()}, held ${tell(joinedAt)} until ${tell(heldUntil)}` +
            (offer ? `, offered, email ${tell(offer.notifiedAt)}` : '') +
            (move ? `, for move ${move.moveId.toHexString()}` : ''),
        ),
      ...resold.map(
        (seat) =>
          `seat ${seat.seatId.toHexString()} in ${name} (${status}), given up ${tell(seat.at)}`,
      ),
    ]),
  ];
}

/** The first of them, for a complaint. */
export function describeOpenThings(open: string[]): string {
  const rest = open.length - MAX_DESCRIBED;
  return [...open.slice(0, MAX_DESCRIBED), ...(rest > 0 ? [`${rest} more`] : [])].join('; ');
}
