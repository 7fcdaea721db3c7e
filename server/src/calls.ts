import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Access, Endpoint, Output, ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from './database/user-documents.ts';
import type { SignIn } from './outside/firebase-accounts.ts';
import type { Proof } from './outside/firebase-tokens.ts';

/** How a room provides its calls (`*.routes.ts`). http/bind.ts connects them to Express. */

/** Who makes the call, as far as the call's access rule requires it. `address` is their network address. A
 * program with an API key is nobody. */
export type Caller<E extends Endpoint> = E['access'] extends { keys: string }
  ? CallerOf<E['access']['who']> | undefined
  : CallerOf<E['access']['who']>;

type CallerOf<Who extends Access['who']> = Who extends 'visitor'
  ? undefined
  : Who extends 'anybody'
    ? { email: string; user: UserDocument; address: string } | undefined
    : Who extends 'provider'
      ? { email: string; proof: Proof }
      : Who extends 'session'
        ? { email: string; session: SignIn }
        : { email: string; user: UserDocument; address: string };

export type Handler<E extends Endpoint> = (
  input: ParsedInput<E>,
  caller: Caller<E>,
) => Answer<E> | Promise<Answer<E>>;

/** What the contract says; a part of a list; or nothing, if the call is simply done. */
type Answer<E extends Endpoint> =
  Output<E> | Part<Output<E>> | Batches<E> | (Done extends Output<E> ? void : never);

type Done = { status: true };

/** One page of a list, and the total number of matches. */
type Part<List> = { items: List; total: number };

/** A whole streamed list, a few hundred entries at a time: http/send-batches.ts. */
type Batches<E extends Endpoint> =
  Output<E> extends readonly unknown[] ? AsyncIterable<Output<E>> : never;

/** Connects a handler to a call of the contract. */
export type Bind = <K extends keyof Contract>(name: K, handler: Handler<Contract[K]>) => void;
