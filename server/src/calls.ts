import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Access, Endpoint, Output, ParsedInput } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from './database/collections.ts';
import type { SignIn } from './outside/firebase-accounts.ts';
import type { Proof } from './outside/firebase-tokens.ts';

/** How a feature provides its calls (`*.routes.ts`). http/bind.ts connects them to Express. */

/** Who makes the call, as far as the call's access rule requires it. `address` is their network address. */
export type Caller<E extends Endpoint> = CallerOf<E['access']['who']>;

type CallerOf<Who extends Access['who']> = Who extends 'visitor'
  ? undefined
  : Who extends 'anybody'
    ? { email: string; user: UserDocument; address: string } | undefined
    : Who extends 'provider'
      ? { email: string; proof: Proof }
      : Who extends 'session'
        ? { email: string; session: SignIn }
        : { email: string; user: UserDocument; address: string };

/** What a handler can add to its answer. */
export type Reply = {
  /** How many entries match in all, if the answer is one page of them. */
  setTotal(total: number): void;
};

export type Handler<E extends Endpoint> = (
  input: ParsedInput<E>,
  caller: Caller<E>,
  reply: Reply,
) => Promise<Output<E> | Batches<E>>;

/** A whole list that is sent while it is read, some hundred entries at a time: http/send-batches.ts. */
type Batches<E extends Endpoint> =
  Output<E> extends readonly unknown[] ? AsyncIterable<Output<E>> : never;

/** Connects a handler to a call of the contract. */
export type Bind = <K extends keyof Contract>(name: K, handler: Handler<Contract[K]>) => void;
