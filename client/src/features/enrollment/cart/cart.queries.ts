import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import { PAY_PENDING } from '@speakifyr/contract/limits.ts';
import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { paths } from '../../../lib/paths.ts';
import { askAgain, useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { checkJoined, readRefusal } from './join-refusals.ts';

/** How long the server's refusal of a join stays on the screen, in milliseconds: spec sections 8 and 9. */
const REFUSAL_MS = 1_500;

/** The fields of a class that a join needs. */
export type JoinableClass = Pick<
  CampClass,
  '_id' | 'name' | 'price' | 'image' | 'camp_start' | 'camp_end' | 'days'
> & {
  /** Of a class that is sold by day. Missing: all. */
  chosenDays?: string[];
};

/** Who a seat is for: a child, or with null the account itself. */
export type Joiner = { childId: string | null; name: string };

/** What went wrong, for everybody or for some of a family. */
type JoinProblem = {
  text: string;
  remedy: Remedy | undefined;
  isBrief: boolean;
  /** Joins again for those who got no seat. */
  retry: () => Promise<JoinEnd>;
};

/** What makes room for more seats: to confirm the address, or to pay for what is in the cart. */
type Remedy = 'confirm' | 'pay';

/** How a join ended, unless the server refused it. */
export type JoinEnd = (
  | { state: 'joined'; courses: CartItem[]; problem?: JoinProblem | undefined }
  // A free class: there is nothing to pay, so it is never in the cart.
  | { state: 'enrolled'; problem?: JoinProblem | undefined }
  /** Nobody in the family got a seat. */
  | { state: 'refused'; problem: JoinProblem; error?: unknown }
  | { state: 'not-a-student' }
  | { state: 'not-wanted' }
) & {
  /** Those who were to join but got no seat, because they were last. */
  left?: (string | null)[];
};

/** Asks who joins, and joins for them. Returns how that ended, or false if nobody joins. */
export type AskFirst = () => Promise<JoinEnd | false>;

/** A class that was just joined: JoinedPanel shows it. */
type JustJoined = {
  cartIds: string[];
  /** The page where the student joined. */
  pathname: string;
  /** The popup with the success message has closed. */
  isPopupClosed: boolean;
};

/**
 * R519
 * @returns what to do about these refusals first; undefined if neither helps
 */
export function findRemedy(codes: (ErrorCode | undefined)[]): Remedy | undefined {
  if (codes.includes('verify_email_first')) return 'confirm';
  return codes.includes('too_many_holds') ? 'pay' : undefined;
}

/** Kept in the cache, so that a log-out forgets it with the rest of the person's data. */
export const justJoinedOptions = queryOptions<JustJoined | null>({
  queryKey: ['justJoined'],
  queryFn: skipToken,
});

/** All buttons of a class use this key to see that a join is in progress. */
export const joinKey = (classId: string) => ['join', classId];

/**
 * Holds a seat of a class, or enrolls if the class is free.
 * @param email of the account that books
 * @returns the new entry of the cart; undefined if the class is free
 */
export async function holdSeat(
  { _id: classId, name, price, image, camp_start, camp_end, days, chosenDays }: JoinableClass,
  email: string,
  joiner?: Joiner,
): Promise<CartItem | undefined> {
  const childId = joiner?.childId;
  const answer = await call('POST /addClass', {
    body: {
      classId,
      name,
      email,
      price,
      pay: PAY_PENDING,
      image,
      ...(childId && { childId }),
      ...(chosenDays && { days: chosenDays }),
    },
  });
  const { cartId, heldUntil, enrolled } = checkJoined(answer);
  if (enrolled) return undefined;
  const course = { classId, name, email, price, image, camp_start, camp_end, days, heldUntil };
  return {
    _id: cartId,
    state: 'held',
    ...course,
    childId: joiner?.childId ?? null,
    student_name: joiner?.name ?? '',
    movesFrom: null,
    otherPays: null,
    offer: null,
  };
}

/**
 * Joins a class. Shows the result, even if the person has left the page in the meantime.
 * @param options.askFirst asks who joins
 * @param options.joiner who joins, if that is known; without it, the account itself
 * @returns a mutation that takes the student's email
 */
export function useJoinClass(
  campClass: JoinableClass,
  { askFirst, joiner }: { askFirst?: AskFirst | undefined; joiner?: Joiner } = {},
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { checkConfirmed } = useSession();
  const { pathname } = useLocation();

  async function congratulate(added: CartItem[], problem?: JoinProblem): Promise<void> {
    const { queryKey } = justJoinedOptions;
    const cartIds = added.map(({ _id }) => _id);
    const joined = { cartIds, pathname, isPopupClosed: false };
    // At once, because loading the list again takes a moment.
    for (const course of added)
      queryClient.setQueryData(
        read('GET /myclass', { query: { email: course.email } }).queryKey,
        (courses) => courses && [...courses.filter(({ _id }) => _id !== course._id), course],
      );
    queryClient.setQueryData(queryKey, joined);
    if (problem) await showProblem(problem);
    else await showSuccess('Added to Cart, Check Your Dashboard', { returnsFocus: false });
    // Unless the student has chosen in the meantime.
    queryClient.setQueryData(queryKey, (now) =>
      now && now.cartIds[0] === cartIds[0] ? { ...now, isPopupClosed: true } : now,
    );
  }

  async function showProblem({ text, remedy, isBrief, retry }: JoinProblem): Promise<void> {
    if (remedy === 'confirm') return confirmFirst(text, retry);
    if (remedy !== 'pay')
      return void (await showError(text, { timer: isBrief ? REFUSAL_MS : undefined }));
    const isGoing = await showError(text, { action: 'Show my selected courses' });
    if (isGoing) void navigate(paths.myClasses);
  }

  /** More seats need a confirmed address. Once it is, the join goes on by itself. Until then, the question comes again. */
  async function confirmFirst(text: string, retry: () => Promise<JoinEnd>): Promise<void> {
    if (!(await showError(text, { action: LABELS.emailConfirmed }))) return;
    if (!(await checkConfirmed({ isAsked: true }))) return confirmFirst(text, retry);
    await retry()
      .then(tell, (error: unknown) => explain(error, retry))
      .finally(() => refreshSeats(queryClient));
  }

  async function explain(error: unknown, retry: () => Promise<JoinEnd>): Promise<void> {
    const { code, message, isBrief } = readRefusal(error);
    await showProblem({ text: message, remedy: findRemedy([code]), isBrief, retry });
  }

  async function joinAlone(email: string): Promise<JoinEnd> {
    const course = await holdSeat(campClass, email, joiner);
    return course ? { state: 'joined', courses: [course] } : { state: 'enrolled' };
  }

  function tell(end: JoinEnd): void {
    if (end.state === 'joined') void congratulate(end.courses, end.problem);
    else if (end.state === 'not-a-student') void showError('Only Student Can Join');
    // Somebody who joins only for themselves reads the server's own words, as long as the spec says.
    else if (end.state === 'refused' && end.error instanceof Error)
      void explain(end.error, end.problem.retry);
    else if (end.state !== 'not-wanted' && end.problem) void showProblem(end.problem);
    else if (end.state === 'enrolled')
      void showSuccess('You are enrolled. Your entry code is under Enrolled Course.');
  }

  return useMutation({
    mutationKey: joinKey(campClass._id),
    mutationFn: async (email: string): Promise<JoinEnd> => {
      // First, because the join itself answers anybody else with a 403, which ends the session (spec section 8).
      if (!(await call('GET /isUser', { query: { email } }))) return { state: 'not-a-student' };
      if (askFirst) return (await askFirst()) || { state: 'not-wanted' };
      return joinAlone(email);
    },
    onSuccess: tell,
    onError: (error, email) => void explain(error, () => joinAlone(email)),
    // After a refusal too: the page showed a seat or a price that has changed.
    onSettled: () => void refreshSeats(queryClient),
  });
}

/** Removes a selected course from the cart and frees its seat. */
export function useRemoveCourse(email: string) {
  const queryClient = useQueryClient();
  return useChange(
    'DELETE /addClass/:cartId',
    async ({ cartId, classId }: { cartId: string; classId: string }) => {
      await call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
      queryClient.setQueryData(read('GET /myclass', { query: { email } }).queryKey, (courses) =>
        courses?.filter(({ _id }) => _id !== cartId),
      );
    },
  );
}

/** Reloads everything that shows seats: the student's courses and figures, and the lists of classes. */
export async function refreshSeats(queryClient: QueryClient): Promise<void> {
  await askAgain(queryClient, ['POST /addClass', 'POST /makepayment']);
}
