import type { ObjectId } from 'mongodb';
import type { HeldSeat, UserDocument } from '../../database/collections.ts';
import { getHoldsEnding } from '../../enrollments/seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import { getProcessingSeats } from '../../billing/readable-seats.ts';
import { groupOffers } from '../../enrollments/waiting/own-waiting.ts';
import { listAnnouncedHolds } from './due-mails.repo.ts';
import { findRecipients } from './recipients.ts';
import { listOfferingClasses } from './waiting-mails.repo.ts';
import { addWantedReminders, type DueReminder } from './wanted-reminders.ts';

const MINUTE_MS = 60_000;

/** How long before its hold ends a student is reminded of their seat. */
const AHEAD_MS = 10 * MINUTE_MS;

/** An offer lasts longer, and the person who waited for it may not be looking. */
const OFFER_AHEAD_MS = 120 * MINUTE_MS;

/** A seat whose hold ends this much later is in the same email: a family holds several seats within minutes. */
const TOGETHER_MS = 5 * MINUTE_MS;

/** Shorter holds get no reminder: their student has just been here. */
const MIN_HOLD_MS = 20 * MINUTE_MS;

type Hold = { classId: ObjectId; seat: HeldSeat };

/**
 * Reminds people of seats that they hold and have not paid, unless their bank is working on that. Each seat is in one
 * email, even if the hold is renewed, and seats that end at about the same time are in the same one.
 */
export async function addHeldMails(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  const until = new Date(at.getTime() + AHEAD_MS + TOGETHER_MS);
  const joined = (await getHoldsEnding(at, until, services)).filter(
    ({ seat: { joinedAt, heldUntil, offer } }) =>
      !offer && heldUntil.getTime() - joinedAt.getTime() >= MIN_HOLD_MS,
  );
  const holds = [...joined, ...(await listOffersEnding(at, services))];
  if (!holds.some((hold) => isDue(hold, at))) return;
  const users = await findRecipients(
    holds.map(({ seat }) => seat.email),
    services,
  );
  const announced = await listAnnouncedHolds(services.database.collections, {
    userIds: [...users.values()].map(({ _id }) => _id),
    cartIds: holds.map(({ seat }) => seat.cartId),
  });
  const processing = await getProcessingSeats(holds, services);
  const isNew = ({ seat: { cartId } }: Hold) =>
    !announced.has(cartId.toHexString()) && !processing.has(cartId.toHexString());
  const due = [...users.values()].flatMap((user) => {
    const own = holds.filter((hold) => hold.seat.email === user.email && isNew(hold));
    return describeHolds(own, user, at);
  });
  await addWantedReminders(due, services, signal);
}

/** The offers that end soon. Those whose email is not out have no end yet. */
async function listOffersEnding(at: Date, { database }: Services): Promise<Hold[]> {
  const until = new Date(at.getTime() + OFFER_AHEAD_MS + TOGETHER_MS);
  const classes = await listOfferingClasses(database.collections);
  return classes.flatMap((campClass) =>
    groupOffers(campClass)
      .flat()
      .filter(({ offer, heldUntil }) => offer.notifiedAt && heldUntil > at && heldUntil <= until)
      .map((seat) => ({ classId: campClass._id, seat })),
  );
}

function isDue({ seat }: Hold, at: Date): boolean {
  const ahead = seat.offer ? OFFER_AHEAD_MS : AHEAD_MS;
  return seat.heldUntil.getTime() <= at.getTime() + ahead;
}

/** The email is named after the seat whose hold ends first, so two servers add it once. */
function describeHolds(holds: Hold[], user: UserDocument, at: Date): DueReminder[] {
  const sorted = holds.toSorted(
    (a, b) =>
      a.seat.heldUntil.getTime() - b.seat.heldUntil.getTime() ||
      a.seat.cartId.toHexString().localeCompare(b.seat.cartId.toHexString()),
  );
  const [first, ...others] = sorted.map(({ classId, seat: { cartId } }) => ({ classId, cartId }));
  const [lead, last] = [sorted[0], sorted.at(-1)];
  if (!first || !lead || !last || !isDue(lead, at)) return [];
  return [
    {
      _id: `held-${first.cartId.toHexString()}`,
      cause: { kind: 'seat held', ...first, ...(others.length > 0 && { others }) },
      user,
      notAfter: last.seat.heldUntil,
    },
  ];
}
