import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import type { Proof } from './firebase-tokens.ts';

/** A sign-in that the provider confirms at this moment. */
export type SignIn = {
  uid: string;
  /** In lower case. */
  email: string;
  isVerified: boolean;
  signedInAt: Date;
  /** Identifies the account's state: changes with its address, confirmation, password or ways to sign in. */
  credentials: string;
};

/**
 * Asks the provider whether a proof still matches the account: same address, same confirmation, a way to sign in that
 * the account still has, and not revoked since. So a proof from before a change of the account is worthless.
 * @throws {ApiError} `session_expired` if the proof no longer counts, `unavailable` if the provider does not answer
 */
export type ConfirmProof = (proof: Proof) => Promise<SignIn>;

/** The key is the project's public web key. */
export type AccountSettings = Pick<Environment, 'IDENTITY_TOOLKIT_URL' | 'FIREBASE_API_KEY'>;

/** How long the provider may take to answer. */
const ANSWER_MS = 5_000;

/** The answers that say that the account or the token is no longer good. Any other refusal is a fault of ours. */
const PROOF_FAULTS =
  /^(TOKEN_EXPIRED|USER_NOT_FOUND|USER_DISABLED|INVALID_ID_TOKEN|INVALID_REFRESH_TOKEN)/;

const accountOfFirebase = z.object({
  localId: z.string(),
  email: z.string().toLowerCase(),
  emailVerified: z.boolean().default(false),
  disabled: z.boolean().default(false),
  /** In seconds since 1970. Older tokens are revoked. */
  validSince: z.coerce.number().default(0),
  passwordUpdatedAt: z.coerce.number().optional(),
  /** The ways to sign in. `rawId` is the person's id there: an address can move to another Google account. */
  providerUserInfo: z
    .array(z.object({ providerId: z.string(), rawId: z.string().default('') }))
    .default([]),
});
type Account = z.output<typeof accountOfFirebase>;

const found = z.object({ users: z.tuple([accountOfFirebase]) });
const refused = z.object({ error: z.object({ message: z.string() }) });

/**
 * Looks accounts up with Identity Toolkit's `accounts:lookup`.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup. R58
 */
export function createProofChecker(settings: AccountSettings): ConfirmProof {
  const key = encodeURIComponent(settings.FIREBASE_API_KEY);
  const address = `${settings.IDENTITY_TOOLKIT_URL}/v1/accounts:lookup?key=${key}`;
  return async (proof) => {
    const account = await lookUp(address, proof.idToken);
    if (!isStillTrue(proof, account)) throw new ApiError('session_expired');
    const { uid, email, isVerified, signedInAt } = proof;
    return { uid, email, isVerified, signedInAt, credentials: nameState(account) };
  };
}

async function lookUp(address: string, idToken: string): Promise<Account> {
  const answer = await ask(address, idToken).catch((cause: unknown) => {
    throw unavailableError(cause);
  });
  const { data } = found.safeParse(answer);
  if (data) return data.users[0];
  const { message } = refused.safeParse(answer).data?.error ?? {};
  if (message && PROOF_FAULTS.test(message)) throw new ApiError('session_expired');
  throw unavailableError(
    new Error(`The provider's look-up failed: ${message ?? 'unknown answer'}`),
  );
}

async function ask(address: string, idToken: string): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idToken }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return answer.json();
}

/** The cause is for the log; the caller does not see it. */
function unavailableError(cause: unknown): ApiError {
  return Object.assign(new ApiError('unavailable'), { cause });
}

function isStillTrue(proof: Proof, account: Account): boolean {
  return (
    account.localId === proof.uid &&
    account.email === proof.email &&
    account.emailVerified === proof.isVerified &&
    !account.disabled &&
    account.providerUserInfo.some(({ providerId }) => providerId === proof.method) &&
    proof.issuedAt.getTime() >= account.validSince * 1_000
  );
}

function nameState(account: Account): string {
  const { localId, email, emailVerified, validSince, passwordUpdatedAt } = account;
  const providers = account.providerUserInfo
    .map(({ providerId, rawId }) => JSON.stringify([providerId, rawId]))
    .sort();
  const state = [localId, email, emailVerified, providers, validSince, passwordUpdatedAt ?? null];
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
}
