import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** The caller's entries in waiting lists, and what is offered to them, by start day. */
export function myWaitingOptions() {
  return queryOptions({
    queryKey: ['myWaiting'],
    queryFn: () => call('GET /myWaiting'),
    // Offers come and end without any action here.
    staleTime: 0,
  });
}

/** What changes when somebody joins a list, leaves it or answers an offer. */
const CHANGED = ['myWaiting', 'myclass', 'myEnrolledClass', 'userStats', 'classes', 'popularcl'];

/** A wish to join a waiting list: for children, or with null for the account itself. */
export type WaitingWish = {
  classId: string;
  childIds: (string | null)[];
  together: boolean;
  /** What has to be said first, such as the own birth date. */
  before?: (() => Promise<void>) | undefined;
};

/**
 * Joins a waiting list. A parent who joins it too waits together with the children.
 * @returns a mutation whose answer is the place on the list: 1 is the first
 */
export function useJoinWaiting() {
  return useChange(CHANGED, async ({ classId, childIds, together, before }: WaitingWish) => {
    await before?.();
    const params = { classId };
    const children = childIds.filter((childId) => childId !== null);
    const withSelf = children.length > 0 && childIds.includes(null);
    const body =
      children.length > 0 ? { childIds: children, together, ...(withSelf && { withSelf }) } : {};
    return (await call('POST /waiting/:classId', { params, body })).position;
  });
}

/** Leaves a waiting list. */
export function useLeaveWaiting() {
  return useChange(CHANGED, (waitId: string) =>
    call('DELETE /waiting/:waitId', { params: { waitId } }),
  );
}

/** Declines an offer. */
export function useDeclineOffer() {
  return useChange(CHANGED, (waitId: string) =>
    call('POST /waiting/:waitId/decline', { params: { waitId } }),
  );
}

/** Takes the offered seats of a free class: there is nothing to pay, so they are enrolled at once. */
export function useTakeFreeSeats() {
  return useChange(CHANGED, async ({ entry, email }: { entry: OwnWaitingEntry; email: string }) => {
    for (const { childId } of entry.people)
      await call('POST /addClass', {
        body: { classId: entry.classId, email, price: 0, ...(childId && { childId }) },
      });
  });
}

/** Goes on waiting after an offer ran out. */
export function useWaitAgain() {
  return useChange(CHANGED, (waitId: string) =>
    call('POST /waiting/:waitId/stillWanted', { params: { waitId } }),
  );
}
