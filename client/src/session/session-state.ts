import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import type { User } from '@speakifyr/contract/identity.ts';

/** The states of a session, spec section 4. */
export type SessionState =
  | {
      status: 'loading';
      /**
       * - `opening`: finding out who is signed in, after a reload or a change in another tab.
       * - `entering`: this tab logs in, signs up or deletes the account. Until it has finished, the provider's reports
       *   are about an account that is only half made or half deleted.
       * - `leaving`: logging out.
       */
      step: 'opening' | 'entering' | 'leaving';
      /** The email whose data the cache may contain. */
      email?: string;
      user?: undefined;
      problem?: undefined;
    }
  /** With a problem: signed in at the provider, but the school did not answer who that is. */
  | { status: 'signed-out'; user?: undefined; problem?: ErrorBody }
  | { status: 'signed-in'; user: User; problem?: undefined };

export type SessionEvent =
  /** A session starts to open. The email is that of the token or of the provider's account, if there is one. */
  | { type: 'opening'; email: string | undefined }
  /** A log-in, a sign-up or the deletion of the account starts. */
  | { type: 'entering' }
  /** The provider has accepted a log-in or sign-up. */
  | { type: 'accepted'; email: string }
  /** The school has said who the person is. */
  | { type: 'opened'; user: User }
  /** The session could not be opened, but another try may succeed. */
  | { type: 'failed'; problem: ErrorBody }
  /** A log-out starts. */
  | { type: 'leaving' }
  /** Nobody is signed in. */
  | { type: 'closed' };

/** The first state, and what a page shows that the build has drawn. */
export const OPENING: SessionState = { status: 'loading', step: 'opening' };
export const SIGNED_OUT: SessionState = { status: 'signed-out' };

/** @returns the state after an event */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  const email = readEmail(state);
  switch (event.type) {
    case 'opening':
      return { status: 'loading', step: 'opening', email: event.email };
    case 'entering':
    case 'leaving':
      return { status: 'loading', step: event.type, email };
    case 'accepted':
      return { status: 'loading', step: 'entering', email: event.email };
    case 'opened':
      return { status: 'signed-in', user: event.user };
    case 'failed':
      return { status: 'signed-out', problem: event.problem };
    case 'closed':
      return SIGNED_OUT;
  }
}

/** The person a state belongs to; undefined if there is none, or it is not known yet. */
export function readEmail(state: SessionState): string | undefined {
  return state.status === 'loading' ? state.email : state.user?.email;
}
