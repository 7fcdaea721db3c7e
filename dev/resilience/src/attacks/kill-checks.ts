import { listCancellations, listMoves } from '../seat-changes.ts';
import type { ObjectId } from 'mongodb';
import type { Complaints } from '../attack.ts';
import { listOpenThings } from '../open-things.ts';
import type { School } from '../school.ts';

/** What is not over yet, one line each. */
export async function listUnfinished(school: School): Promise<string[]> {
  const isCanceled = { canceled: { $exists: true }, 'seats.state': 'enrolled' as const };
  const classes = await school.collections.classes.find(isCanceled).toArray();
  return [
    ...(await listOpenThings(school)),
    ...classes.map(({ name, seats }) => `${name}: canceled, but ${seats.length} seats are not`),
  ];
}

/**
 * What must hold for plans that changed, wherever the server was killed, in addition to the books. A canceled seat is gone.
 * A seat that moved is in one class, and a move that ended was neither paid nor paid back.
 */
export async function checkPlans({ collections }: School, { check }: Complaints): Promise<void> {
  const moves = await listMoves(collections);
  const payments = await collections.payments.find({}).toArray();
  const classes = await collections.classes.find({}).toArray();
  const placesOf = (cartId: ObjectId) =>
    classes.filter(({ seats }) => seats.some((seat) => seat.seatId.equals(cartId)));

  for (const { _id } of await listCancellations(collections))
    check(placesOf(_id).length === 0, `${_id.toHexString()}: canceled, but still has a seat`);
  for (const { _id: moveId, seatId: cartId, from, to, state, difference, refunds } of moves) {
    const name = `The move of ${cartId.toHexString()} (${state})`;
    const isDone = moves.some((one) => one.state === 'done' && one.seatId.equals(cartId));
    const places = placesOf(cartId);
    check(
      places.length === 1 && places[0]?._id.equals(isDone ? to.classId : from.classId) === true,
      `${name}: ${places.length} seats, or one in the wrong class`,
    );
    const paid = payments.filter(
      ({ status, items }) =>
        ['enrolled', 'refunded'].includes(status) &&
        items.some((item) => item.moveId?.equals(moveId)),
    );
    const times = state === 'done' && difference > 0 ? 1 : 0;
    check(paid.length === times, `${name}: paid ${paid.length} times`);
    const ids = refunds.map(({ refundId }) => refundId);
    const returned = await collections.refunds.countDocuments({ _id: { $in: ids } });
    check(state === 'done' || returned === 0, `${name}: the difference was returned`);
  }
}
