import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { listSearchWords } from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import { fingerprint, writeOnce } from '../write-once.ts';

type Opened = Pick<UserDocument, 'name' | 'email' | 'role'> & {
  /** 24 hexadecimal digits, chosen by the caller. */
  id: string;
  phone?: string | undefined;
  action: AuditAction;
  /** All that the request says. */
  wanted: object;
};

/**
 * Opens an account that nobody logs in to. The person who signs up with its address and confirms it gets it, like any record
 * without a sign-in: `claimUser` in sign-ins.ts. May be repeated with the same id. R485, R320
 * @returns the account as it was opened
 * @throws {ApiError} `account_exists` if the address has an account; `request_used`
 */
export async function openAccount(
  { id, name, email, phone, role, action, wanted }: Opened,
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<UserDocument> {
  const _id = new ObjectId(id);
  const request = fingerprint({ ...wanted, by: admin._id });
  const account: UserDocument = {
    _id,
    request,
    name,
    photo: '',
    email,
    isVerified: false,
    ...(phone && { phone }),
    searchWords: listSearchWords({ name, phone: phone ?? '' }),
    // No session has this value.
    credentials: randomUUID(),
    isUnclaimed: true,
    role,
    details: '',
    status: 'active',
    createdAt: services.now(),
    events: [
      auditEvent({
        at: services.now(),
        by: admin._id,
        type: action,
        target: email,
        before: null,
        after: null,
      }),
    ],
  };
  const { users } = services.database.collections;
  try {
    await writeOnce({
      wanted: request,
      find: async () => {
        const known = await users.findOne({ _id });
        // Its owner has it now.
        if (known && !known.isUnclaimed) throw new ApiError('account_exists');
        return known && (known.request ?? 'unknown');
      },
      write: () => users.insertOne(account),
    });
  } catch (error) {
    throw isDuplicateKey(error) ? new ApiError('account_exists') : error;
  }
  return account;
}
