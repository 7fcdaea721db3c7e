import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** A wish to join a waiting list: for children, or with null for the account itself. */
export type WaitingWish = {
  classId: string;
  childIds: (string | null)[];
  together: boolean;
  /** Some days of a class that is sold by day. Undefined: all. */
  days: string[] | undefined;
  /** What has to be said first, such as the own birth date. */
  before?: (() => Promise<void>) | undefined;
};

/**
 * Joins a waiting list. A parent who joins it too waits together with the children.
 * @returns a mutation whose answer is the place on the list: 1 is the first
 */
export function useJoinWaiting() {
  return useChange(
    'POST /waiting/:classId',
    async ({ classId, childIds, together, days, before }: WaitingWish) => {
      await before?.();
      const params = { classId };
      const children = childIds.filter((childId) => childId !== null);
      const withSelf = children.length > 0 && childIds.includes(null);
      const body = {
        ...(children.length > 0 && { childIds: children, together, ...(withSelf && { withSelf }) }),
        ...(days && { days }),
      };
      return (await call('POST /waiting/:classId', { params, body })).position;
    },
  );
}

/** Takes the offered seats of a free class: there is nothing to pay, so they are enrolled at once. */
export function useTakeFreeSeats() {
  return useChange(
    'POST /addClass',
    async ({ entry, email }: { entry: OwnWaitingEntry; email: string }) => {
      for (const { childId } of entry.people)
        await call('POST /addClass', {
          body: { classId: entry.classId, email, price: 0, ...(childId && { childId }) },
        });
    },
  );
}
