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
      /** Whether the person wants to be gone at its end: they delete the account, in this tab. */
      isAsked?: boolean;
      hasLeft?: undefined;
      user?: undefined;
      problem?: undefined;
      refusal?: undefined;
      note?: undefined;
    }
  /**
   * - With a problem: signed in at the provider, but the school did not answer who that is.
   * - With a refusal: the school has ended the sign-in, and this sentence says why.
   */
  | {
      status: 'signed-out';
      /** The person has just deleted the account, in this tab. */
      hasLeft?: true;
      user?: undefined;
      problem?: ErrorBody;
      refusal?: string;
      note?: undefined;
    }
  /** With a note: what happened to the link that confirms the email. */
  | {
      status: 'signed-in';
      user: User;
      note?: string;
      hasLeft?: undefined;
      problem?: undefined;
      refusal?: undefined;
    };

export type SessionEvent =
  /** A session starts to open. The email is that of the token or of the provider's account, if there is one. */
  | { type: 'opening'; email: string | undefined }
  /** A log-in, a sign-up or, with `isAsked`, the deletion of the account starts. */
  | { type: 'entering'; isAsked?: boolean }
  /** The provider has accepted a log-in or sign-up. */
  | { type: 'accepted'; email: string }
  /** The school has said who the person is, or that something about them has changed. */
  | { type: 'opened'; user: User }
  /** The session could not be opened, but another try may succeed. */
  | { type: 'failed'; problem: ErrorBody }
  /** There is something to tell this person about confirming their email. */
  | { type: 'noted'; email: string; note: string }
  /** A log-out starts. `isAsked`: the person wants it, in this tab. */
  | { type: 'leaving'; isAsked?: boolean }
  /** Nobody is signed in. */
  | { type: 'closed' }
  /** The same, because the school has refused the sign-in. */
  | { type: 'refused'; refusal: string };

/** The first state, and what a page shows that the build has drawn. */
export const OPENING: SessionState = { status: 'loading', step: 'opening' };
export const SIGNED_OUT: SessionState = { status: 'signed-out' };
const LEFT: SessionState = { status: 'signed-out', hasLeft: true };

/** @returns the state after an event */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  const email = readEmail(state);
  switch (event.type) {
    case 'opening':
      return { status: 'loading', step: 'opening', email: event.email };
    case 'entering':
      return { status: 'loading', step: event.type, email, isAsked: event.isAsked };
    case 'leaving':
      return { status: 'loading', step: event.type, email };
    case 'accepted':
      return { status: 'loading', step: 'entering', email: event.email };
    case 'opened':
      return { status: 'signed-in', user: event.user };
    case 'failed':
      return { status: 'signed-out', problem: event.problem };
    case 'noted':
      return state.status === 'signed-in' && email === event.email
        ? { ...state, note: event.note }
        : state;
    case 'closed':
      // The provider may report the log-out afterwards, too.
      if (state.refusal || (state.status === 'signed-out' && state.hasLeft)) return state;
      return state.status === 'loading' && state.isAsked ? LEFT : SIGNED_OUT;
    case 'refused':
      return { status: 'signed-out', refusal: event.refusal };
  }
}

/** The person a state belongs to; undefined if there is none, or it is not known yet. */
export function readEmail(state: SessionState): string | undefined {
  return state.status === 'loading' ? state.email : state.user?.email;
}
