import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../../session/auth.tsx';
import { preloadDialogs } from '../../../lib/dialogs.ts';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import { Clock, Ticket } from 'lucide-react';
import { linkToPayment, paths } from '../../../lib/paths.ts';
import { useSteadyPress } from '../../../ui/use-steady-press.ts';
import { type AskFirst, joinKey, type JoinableClass, useJoinClass } from '../cart/cart.queries.ts';
import { Countdown } from '../cart/countdown.tsx';
import type { OwnSeat } from './own-seat.ts';

type Props = {
  campClass: JoinableClass & Pick<CampClass, 'sit' | 'byDay' | 'joining' | 'waiting'>;
  /** The student's own seat in this class, if they have one. */
  seat?: OwnSeat | undefined;
  /** Asks who joins. Without it, the account itself does. */
  askFirst?: AskFirst;
  /** Whether somebody else in the family can still join: a second button beside the link. */
  hasOthers?: boolean;
};

/**
 * Join Now, the waiting list of a full class, or a link to the student's own seat if they have one. A visitor goes to
 * the log-in page first. The address they come back to has the class in its state, and the join continues by itself,
 * once. R54
 */
export function JoinButton({ campClass, seat, askFirst, hasOthers = false }: Props) {
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const join = useJoinClass(campClass, { askFirst });
  const isJoining = useIsMutating({ mutationKey: joinKey(campClass._id) }) > 0;
  /** Somebody pressed before we knew who they are. The press counts as soon as we do. */
  const isPressed = useRef(false);
  const isForAnother = seat !== undefined && hasOthers;
  const isAskedFor = readJoinState(location.state) === campClass._id;

  function startJoin() {
    isPressed.current = session.status === 'loading';
    if (session.status === 'loading' || (seat && !isForAnother)) return;
    if (session.status === 'signed-out') {
      void navigate(paths.login, {
        state: {
          from: location,
          join: campClass._id,
          className: campClass.name,
          isWaiting: !hasSeats(campClass),
        },
      });
      return;
    }
    // The cache knows at once: two clicks can come before the next rendering.
    if (queryClient.isMutating({ mutationKey: joinKey(campClass._id) }) > 0) return;
    join.mutate(session.user.email, {
      onSuccess: ({ state }) => {
        if (state === 'enrolled')
          void navigate(paths.enroll, { state: { emailed: 'confirmation' } });
      },
    });
  }

  useEffect(() => {
    if (session.status === 'signed-in') preloadDialogs();
  }, [session.status]);

  const continueJoin = useEffectEvent(() => {
    // Cleared first, so that a reload or the Back button does not join again.
    void navigate(location, { replace: true, state: null });
    button.current?.focus();
    startJoin();
  });
  useEffect(() => {
    if (isAskedFor && session.status === 'signed-in') continueJoin();
  }, [isAskedFor, session.status]);

  const startPressed = useEffectEvent(startJoin);
  useEffect(() => {
    if (isPressed.current) startPressed();
  }, [session.status]);

  const watchPress = useSteadyPress(startJoin);

  const obstacle = findObstacle(campClass);
  if (seat && !isJoining && (obstacle || !isForAnother))
    return <SeatLink seat={seat} className={campClass.name} />;
  if (obstacle && !isJoining)
    return (
      <button type="button" className="btn" disabled>
        {obstacle}
      </button>
    );
  const isFull = !hasSeats(campClass);
  const label = nameJoin(campClass, isForAnother);
  const joinButton = (
    <button
      ref={button}
      type="button"
      className={`btn btn-primary ${isForAnother || isFull ? 'btn-outline' : ''}`}
      aria-disabled={isJoining || session.status === 'loading'}
      aria-busy={isJoining}
      onClick={startJoin}
      onPointerDown={watchPress}
    >
      {isJoining && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      <span>{isJoining && !isFull ? 'Joining…' : label}</span>
      <span className="sr-only">: {campClass.name}</span>
    </button>
  );
  if (!isForAnother) return joinButton;
  return (
    <div className="grid gap-2">
      <SeatLink seat={seat} className={campClass.name} />
      {joinButton}
    </div>
  );
}

/** Why a class cannot be joined, if it cannot, as the label of its button. */
function findObstacle({ joining, waiting, ...seats }: Props['campClass']): string | undefined {
  if (joining === 'over') return 'Over';
  if (joining === 'started') return 'Started';
  return !hasSeats(seats) && waiting === null ? LABELS.noSeats : undefined;
}

function nameJoin({ price, ...seats }: Props['campClass'], isForAnother: boolean): string {
  if (!hasSeats(seats)) return LABELS.joinWaiting;
  if (isForAnother) return LABELS.joinAnother;
  return price === 0 ? LABELS.joinFree : LABELS.joinNow;
}

/** The class a visitor wanted to join before the log-in. */
function readJoinState(state: unknown): unknown {
  return typeof state === 'object' && state && 'join' in state ? state.join : undefined;
}

type SeatLinkProps = { seat: OwnSeat; className: string };

/** Takes the place of Join Now when the student has a seat: leads to the entry code, the payment or the cart. R65 */
export function SeatLink({ seat, className }: SeatLinkProps) {
  if (seat.state === 'enrolled')
    return (
      <Link key="enrolled" to={paths.enroll} className="btn btn-soft btn-success">
        <Ticket className="size-4" aria-hidden="true" />
        {LABELS.enrolled}
        <span className="sr-only">: {className}</span>
      </Link>
    );
  if (seat.state === 'processing')
    return (
      <Link to={paths.myClasses} className="btn btn-soft">
        <Clock className="size-4" aria-hidden="true" />
        Waiting for your bank
        <span className="sr-only">: {className}</span>
      </Link>
    );
  const { cartId, heldUntil, alsoHeld = [] } = seat;
  return (
    <Link
      key="held"
      to={linkToPayment(cartId, ...alsoHeld)}
      state={{ cartId }}
      className="btn btn-secondary h-auto min-h-(--size) flex-wrap justify-center gap-x-1 gap-y-0 py-1 leading-tight"
    >
      <span className="font-medium">In your cart ·</span>{' '}
      <span className="whitespace-nowrap">
        <Countdown heldUntil={heldUntil} /> left · {LABELS.pay}
      </span>
      <span className="sr-only">: {className}</span>
    </Link>
  );
}
