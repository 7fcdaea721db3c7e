import type { CampClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../session/auth.tsx';
import { paths } from '../../lib/paths.ts';
import { type AskFirst, joinKey, useJoinClass } from './cart.queries.ts';

type Props = {
  campClass: Pick<CampClass, '_id' | 'name' | 'price' | 'image' | 'sit'>;
  /** Asks whether they really want to join: the page may know a reason not to. */
  askFirst?: AskFirst;
};

/**
 * Join Now. A visitor goes to the log-in page first. The address they come back to has the class in its state, and the
 * join continues by itself, once.
 */
export function JoinButton({ campClass, askFirst }: Props) {
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const join = useJoinClass(campClass, askFirst);
  const isJoining = useIsMutating({ mutationKey: joinKey(campClass._id) }) > 0;
  const isAskedFor = readJoinState(location.state) === campClass._id;

  function startJoin() {
    if (session.status === 'loading') return;
    if (session.status === 'signed-out') {
      void navigate(paths.login, { state: { from: location, join: campClass._id } });
      return;
    }
    // The cache knows at once: two clicks can come before the next rendering.
    if (queryClient.isMutating({ mutationKey: joinKey(campClass._id) }) > 0) return;
    join.mutate(session.user.email);
  }

  const continueJoin = useEffectEvent(() => {
    // Cleared first, so that a reload or the Back button does not join again.
    void navigate(location, { replace: true, state: null });
    button.current?.focus();
    startJoin();
  });
  useEffect(() => {
    if (isAskedFor && session.status === 'signed-in') continueJoin();
  }, [isAskedFor, session.status]);

  if (campClass.sit <= 0 && !isJoining)
    return (
      <button type="button" className="btn" disabled>
        {LABELS.noSeats}
      </button>
    );
  return (
    <button
      ref={button}
      type="button"
      className="btn btn-primary"
      aria-disabled={isJoining || session.status === 'loading'}
      aria-busy={isJoining}
      onClick={startJoin}
    >
      {isJoining && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {isJoining ? 'Joining…' : LABELS.joinNow}
      <span className="sr-only">: {campClass.name}</span>
    </button>
  );
}

/** The class a visitor wanted to join before the log-in. */
function readJoinState(state: unknown): unknown {
  return typeof state === 'object' && state && 'join' in state ? state.join : undefined;
}
