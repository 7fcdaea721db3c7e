import type { Collections } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import type { Refund } from './refund-store.ts';

type Refunds = Pick<Collections, 'refunds'>;

/** Of a failed refund, only so much is still owed: the rest has gone back with other refunds. */
export async function lowerFailed(
  { refunds }: Refunds,
  { refundId, attempt }: Pick<Refund, 'refundId' | 'attempt'>,
  amount: number,
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, attempt, state: 'failed', needsAdmin: true },
    { $set: { amount } },
  );
}

/**
 * Takes a failed refund off the admins' list: they paid it in another way. Its money is set aside for the next attempt,
 * which this is. Without `isPaid`, nothing was left to return, so it just is not owed anymore.
 * @returns false if somebody tried it again or closed it in the meantime
 */
export async function closeFailed(
  { refunds }: Refunds,
  { refundId, attempt }: Pick<Refund, 'refundId' | 'attempt'>,
  { isPaid, at, act }: { isPaid: boolean; at: Date; act: AuditEvent },
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, attempt, state: 'failed', needsAdmin: true },
    {
      ...(isPaid && {
        $set: {
          ...{ state: 'paid otherwise', attempt: attempt + 1, settledAt: at },
          noteDue: true as const,
        },
      }),
      $unset: { needsAdmin: true },
      $push: { events: act },
    },
  );
  return matchedCount === 1;
}
