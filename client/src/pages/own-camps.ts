import type { User } from '@speakifyr/contract/identity.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { myClassOptions } from '../features/cart/cart.queries.ts';
import { myEnrolledClassOptions } from '../features/enrollment/enrollment.queries.ts';
import { listOwnCamps, type OwnCamp } from '../features/overlap/find-overlaps.ts';

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
