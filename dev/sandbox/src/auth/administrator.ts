import type { Request } from 'express';
import * as z from 'zod';
import { describeAccount } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { type Fields, type Project, registerAccount } from './identity-toolkit.ts';

const LOOK_UP = z.object({ email: z.array(z.string()) });
const UPDATE = z.object({
  localId: z.string(),
  emailVerified: z.boolean().optional(),
  disableUser: z.boolean().optional(),
});

/** @throws {AuthError} UNAUTHORIZED unless the request has the administrator's token of Firebase's emulator */
export function checkAdministrator(request: Request): void {
  if (request.headers.authorization !== 'Bearer owner') throw new AuthError('UNAUTHORIZED', 401);
}

/** projects/…/accounts: creates an account. Only an administrator can create one with a confirmed address. */
export async function createByAdministrator(
  { accounts }: Project,
  fields: Fields,
  emailVerified: boolean,
) {
  const { localId: wanted, displayName } = fields;
  const { localId, email } = await registerAccount(accounts, fields, {
    ...{ emailVerified, displayName },
    ...(wanted && { localId: wanted }),
  });
  return { localId, email };
}

/** projects/…/accounts:lookup by addresses. */
export function lookUpByAdministrator({ accounts }: Project, body: unknown) {
  const users = read(LOOK_UP, body)
    .email.map((email) => accounts.findByEmail(email))
    .filter((account) => account !== undefined)
    .map(describeAccount);
  return { users };
}

/** projects/…/accounts:update: confirms an address, or disables an account. */
export function updateByAdministrator({ accounts }: Project, body: unknown) {
  const { localId, ...changes } = read(UPDATE, body);
  const found = accounts.find(localId);
  if (!found) throw new AuthError('USER_NOT_FOUND');
  const { emailVerified = found.emailVerified, disableUser = found.isDisabled ?? false } = changes;
  const account = { ...found, emailVerified, isDisabled: disableUser };
  accounts.save(account);
  return describeAccount(account);
}

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const { data, success } = schema.safeParse(body);
  if (!success) throw new AuthError('INVALID_ARGUMENT : Invalid JSON payload received.');
  return data;
}
