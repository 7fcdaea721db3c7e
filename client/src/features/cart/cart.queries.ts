import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { PAY_PENDING } from '@speakifyr/contract/limits.ts';
import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { call, readApiError } from '../../lib/api.ts';
import { readApiStatus } from '../../lib/api-error.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import { paths } from '../../lib/paths.ts';

/** How long the server's refusal of a join stays on the screen, in milliseconds: spec sections 8 and 9. */
const REFUSAL_MS = 1_500;

/** These refusals say what to do, so they stay until the person has read them. */
const LONG_REFUSALS: ErrorCode[] = [
  'too_many_holds',
  'held_too_often',
  'too_many_here',
  'verify_email_first',
  'class_started',
];

/** The fields of a class that a join needs. */
export type JoinableClass = Pick<
  CampClass,
  '_id' | 'name' | 'price' | 'image' | 'camp_start' | 'camp_end'
>;

/** How a join ended, unless the server refused it. */
type JoinEnd =
  | { state: 'joined'; course: CartItem }
  // A free class: there is nothing to pay, so it is never in the cart.
  | { state: 'enrolled' }
  | { state: 'not-a-student' }
  | { state: 'not-wanted' };

/** Asks the student with this email whether they really want to join. */
export type AskFirst = (email: string) => Promise<boolean>;

/** The selected courses of a student, first joined first. */
export function myClassOptions(email: string) {
  return queryOptions({
    queryKey: ['myclass', email],
    queryFn: () => call('GET /myclass', { query: { email } }),
    // Holds end without any action here.
    staleTime: 0,
  });
}

/** A class that was just joined: JoinedPanel shows it. */
type JustJoined = {
  cartId: string;
  /** The page where the student joined. */
  pathname: string;
  /** The popup with the success message has closed. */
  isPopupClosed: boolean;
};

/** Kept in the cache, so that a log-out forgets it with the rest of the person's data. */
export const justJoinedOptions = queryOptions<JustJoined | null>({
  queryKey: ['justJoined'],
  queryFn: skipToken,
});

/** All buttons of a class use this key to see that a join is in progress. */
export const joinKey = (classId: string) => ['join', classId];

/**
 * Holds a seat of a class for a student, or enrolls them if the class is free. Shows the result, even if they have left
 * the page in the meantime.
 * @param askFirst asked before the seat is held
 * @returns a mutation that takes the student's email
 */
export function useJoinClass(
  { _id: classId, name, price, image, camp_start, camp_end }: JoinableClass,
  askFirst?: AskFirst,
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  async function congratulate(course: CartItem): Promise<void> {
    const { queryKey } = justJoinedOptions;
    const joined = { cartId: course._id, pathname, isPopupClosed: false };
    // At once, because loading the list again takes a moment.
    queryClient.setQueryData(
      myClassOptions(course.email).queryKey,
      (courses) => courses && [...courses.filter(({ _id }) => _id !== course._id), course],
    );
    queryClient.setQueryData(queryKey, joined);
    await showSuccess('Added to Cart, Check Your Dashboard', { returnsFocus: false });
    // Unless the student has chosen in the meantime.
    queryClient.setQueryData(queryKey, (now) =>
      now?.cartId === joined.cartId ? { ...now, isPopupClosed: true } : now,
    );
  }

  async function explain(error: Error): Promise<void> {
    const { code, message } = readApiError(error);
    if (code === 'too_many_holds') {
      const isGoing = await showError(message, { action: 'Show my selected courses' });
      if (isGoing) void navigate(paths.myClasses);
      return;
    }
    // Without an answer the message asks the person to check their connection: it stays until they have read it.
    const isShort = readApiStatus(error) !== undefined && !LONG_REFUSALS.includes(code);
    await showError(message, { timer: isShort ? REFUSAL_MS : undefined });
  }

  return useMutation({
    mutationKey: joinKey(classId),
    networkMode: 'always',
    mutationFn: async (email: string): Promise<JoinEnd> => {
      // First, because the join itself answers anybody else with a 403, which ends the session (spec section 8).
      if (!(await call('GET /isUser', { query: { email } }))) return { state: 'not-a-student' };
      if (askFirst && !(await askFirst(email))) return { state: 'not-wanted' };
      const { cartId, heldUntil, enrolled } = await call('POST /addClass', {
        body: { classId, name, email, price, pay: PAY_PENDING, image },
      });
      if (enrolled) return { state: 'enrolled' };
      const course = { classId, name, email, price, image, camp_start, camp_end, heldUntil };
      return { state: 'joined', course: { _id: cartId, ...course } };
    },
    onSuccess: (end) => {
      const { state } = end;
      if (state === 'joined') void congratulate(end.course);
      if (state === 'enrolled')
        void showSuccess('You are enrolled. Your entry code is under Enrolled Course.');
      if (state === 'not-a-student') void showError('Only Student Can Join');
    },
    onError: (error) => void explain(error),
    // After a refusal too: the page showed a seat or a price that has changed.
    onSettled: () => void refreshSeats(queryClient),
  });
}

/** Removes a selected course from the cart and frees its seat. */
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

/** Reloads everything that shows seats: the student's courses and figures, and the lists of classes. */
export async function refreshSeats(queryClient: QueryClient): Promise<void> {
  const keys = ['myclass', 'myEnrolledClass', 'userStats', 'classes', 'popularcl'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
