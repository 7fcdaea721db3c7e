import type { User } from '@speakifyr/contract/identity.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { myClassOptions } from '../features/cart/cart.queries.ts';
import type { OwnSeat } from '../features/cart/own-seat.ts';
import { myEnrolledClassOptions } from '../features/enrollment/enrollment.queries.ts';
import { listOwnCamps, type OwnCamp } from '../features/overlap/find-overlaps.ts';

/** How long the student's seats count as known when another card shows them, in milliseconds. */
const FRESH_MS = 30_000;

/** The signed-in student's seat in one class; undefined if they have none, or it is not known yet. */
export function useOwnSeat(user: User | undefined, classId: string): OwnSeat | undefined {
  const email = user?.email ?? '';
  // Every card of a list asks, so a short-lived answer is fresh enough for the next page of the list.
  const shared = { enabled: user?.role === 'student', staleTime: FRESH_MS };
  const held = useQuery({ ...myClassOptions(email), ...shared });
  const enrolled = useQuery({ ...myEnrolledClassOptions(email), ...shared });
  if (enrolled.data?.some((course) => course.classId === classId)) return { state: 'enrolled' };
  const course = held.data?.find((entry) => entry.classId === classId);
  return course && { state: 'held', cartId: course._id, heldUntil: course.heldUntil };
}

/** The classes in which the signed-in person has a seat; none for people who are not students. */
export function useOwnCamps(user: User | undefined): OwnCamp[] {
  const email = user?.email ?? '';
  const enabled = user?.role === 'student';
  const held = useQuery({ ...myClassOptions(email), enabled });
  const enrolled = useQuery({ ...myEnrolledClassOptions(email), enabled });
  return enabled ? listOwnCamps(held.data ?? [], enrolled.data ?? []) : [];
}

/** The same, asked of the server now. */
export async function fetchOwnCamps(queryClient: QueryClient, email: string): Promise<OwnCamp[]> {
  const [held, enrolled] = await Promise.all([
    queryClient.fetchQuery(myClassOptions(email)),
    queryClient.fetchQuery(myEnrolledClassOptions(email)),
  ]);
  return listOwnCamps(held, enrolled);
}
