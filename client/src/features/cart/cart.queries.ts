import type { CampClass } from '@speakifyr/contract/classes.ts';
import { PAY_PENDING } from '@speakifyr/contract/limits.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, readApiError } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';

/** How long a refusal stays on the screen, spec section 9. */
const REFUSAL_MS = 1_500;

/** What has to be known of a class to join it. */
export type JoinableClass = Pick<CampClass, '_id' | 'name' | 'price' | 'image'>;

/** How an attempt to join ended, unless the server refused it with a message. */
type JoinEnd =
  { state: 'joined'; cartId: string } | { state: 'not-a-student' } | { state: 'not-wanted' };

/** Asks a student, given by e-mail, whether they really want to join. */
export type AskFirst = (email: string) => Promise<boolean>;

/** The selected courses of a student, first joined first. */
export function myClassOptions(email: string) {
  return queryOptions({
    queryKey: ['myclass', email],
    queryFn: () => call('GET /myclass', { query: { email } }),
    // Holds end by themselves.
    staleTime: 0,
  });
}

/** Known by this key, so that every button of one class sees that a join is under way. */
export const joinKey = (classId: string) => ['join', classId];

/**
 * Holds a seat of a class for a student, and says how it went: also to someone who has left the page meanwhile.
 * @param askFirst before the seat is held
 * @returns a mutation that is given the student's e-mail
 */
export function useJoinClass(
  { _id: classId, name, price, image }: JoinableClass,
  askFirst?: AskFirst,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: joinKey(classId),
    networkMode: 'always',
    mutationFn: async (email: string): Promise<JoinEnd> => {
      // Asked first: the join itself would answer others with a 403, which ends the session (spec section 8).
      if (!(await call('GET /isUser', { query: { email } }))) return { state: 'not-a-student' };
      if (askFirst && !(await askFirst(email))) return { state: 'not-wanted' };
      const { cartId } = await call('POST /addClass', {
        body: { classId, name, email, price, pay: PAY_PENDING, image },
      });
      return { state: 'joined', cartId };
    },
    onSuccess: ({ state }) => {
      if (state === 'joined') void showSuccess('Added to Cart, Check Your Dashboard');
      if (state === 'not-a-student') void showError('Only Student Can Join');
    },
    onError: (error) => {
      void showError(readApiError(error).message, { timer: REFUSAL_MS });
    },
    // After a refusal too: it means that the page showed a seat or a price that is gone.
    onSettled: () => void refreshSeats(queryClient),
  });
}

/** Takes a selected course out of the cart and gives its seat back. */
export function useRemoveCourse(email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ cartId, classId }: { cartId: string; classId: string }) =>
      call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } }),
    onSuccess: (_answer, { cartId }) =>
      queryClient.setQueryData(myClassOptions(email).queryKey, (courses) =>
        courses?.filter(({ _id }) => _id !== cartId),
      ),
    onSettled: () => void refreshSeats(queryClient),
  });
}

/** Asks again for everything that shows a seat: the cart, the student's figures, and the catalogue. */
export async function refreshSeats(queryClient: QueryClient): Promise<void> {
  const keys = ['myclass', 'userStats', 'classes', 'popularcl'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
