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
  const at = now().getTime();
  const tell = (what: string, one: object) =>
    `${what} ${JSON.stringify(one, (_key, value: unknown) =>
      // When, in seconds from now.
      typeof value === 'string' && /^\d{4}-.*Z$/.test(value)
        ? `${Math.round((Date.parse(value) - at) / 1_000)} s`
        : value,
    )}`;
  return [
    ...payments.map(({ _id, email, createdAt, checkAfter, items }) =>
      tell('payment', {
        ...{ _id, email, createdAt, checkAfter },
        items: items.map(({ seatId, state }) => ({ seatId, state })),
      }),
    ),
    ...refunds.map(({ _id, state, reason, createdAt, checkAfter }) =>
      tell('refund', { _id, state, reason, createdAt, checkAfter }),
    ),
    ...changes.map(({ kind, seatId, state, by, createdAt, checkAfter }) =>
      tell(kind, { seatId, state, by, createdAt, checkAfter }),
    ),
    ...classes.flatMap(({ name, status, seats, resold = [] }) =>
      [...seats.filter(({ state }) => state === 'held'), ...resold].map((seat) =>
        tell(`seat in ${name} (${status})`, seat),
      ),
    ),
  ];
}

/** The first of them, for a complaint. */
export function describeOpenThings(open: string[]): string {
  const rest = open.length - MAX_DESCRIBED;
  return [...open.slice(0, MAX_DESCRIBED), ...(rest > 0 ? [`${rest} more`] : [])].join('; ');
}
