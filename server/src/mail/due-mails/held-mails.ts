import { getHoldsEnding } from '../../seats/people-of-classes.ts';
import type { Services } from '../../services.ts';
import { addWantedReminders } from './wanted-reminders.ts';

const MINUTE_MS = 60_000;

/** How long before its hold ends a student is reminded of their seat. */
const AHEAD_MS = 10 * MINUTE_MS;

/** Shorter holds get no reminder: their student has just been here. */
const MIN_HOLD_MS = 20 * MINUTE_MS;

/** Reminds students of seats that they hold and have not paid. One email for each seat, even if the hold is renewed. */
export async function addHeldMails(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  const holds = await getHoldsEnding(at, new Date(at.getTime() + AHEAD_MS), services);
  const due = holds.flatMap(({ classId, seat: { cartId, email, joinedAt, heldUntil } }) =>
    heldUntil.getTime() - joinedAt.getTime() < MIN_HOLD_MS
      ? []
      : [
          {
            _id: `held-${cartId.toHexString()}`,
            cause: { kind: 'seat held' as const, classId, cartId },
            email,
            notAfter: heldUntil,
          },
        ],
  );
  await addWantedReminders(due, services, signal);
}
