import type { PaymentDocument } from '../../database/payment-documents.ts';
import { DAY_MS } from '../../school-time.ts';

type Installment = NonNullable<PaymentDocument['installment']>;

type Declined = NonNullable<Installment['decline']>;

/** Days until the same card is tried again: at most four tries in 14 days; the card networks allow far more. */
const RETRY_AFTER_DAYS = [3, 4, 6];
const MAX_TRIES = 4;
const WINDOW_MS = 14 * DAY_MS;

/**
 * When a part may be charged to a card, given what its bank said before. R368
 * @param declines of this part, oldest first
 * @returns undefined if only another card or the payer helps
 */
export function findNextTry(declines: Declined[], cardId: string, now: Date): Date | undefined {
  const last = declines.at(-1);
  if (!last) return now;
  const limit = (declines.at(-MAX_TRIES)?.at.getTime() ?? -Infinity) + WINDOW_MS;
  // Another card is tried at once.
  if (last.cardId !== cardId) return new Date(Math.max(now.getTime(), limit));
  if (last.advice !== 'later') return undefined;
  const tries = declines.filter((one) => one.cardId === cardId).length;
  const days = RETRY_AFTER_DAYS[tries - 1];
  return days === undefined
    ? undefined
    : new Date(Math.max(last.at.getTime() + days * DAY_MS, limit));
}

/** The same, from the payments of a seat, oldest first. @param part its day, and the card that the payer has now */
export function findNextTryOf(
  payments: { installment?: Installment }[],
  { due, cardId }: { due: string; cardId: string },
  now: Date,
): Date | undefined {
  const tries = payments.flatMap(({ installment }) => installment ?? []);
  const declines = tries.flatMap((one) => (one.due === due && one.decline) || []);
  return findNextTry(declines, cardId, now);
}
