import type { AidRequest } from '@speakifyr/contract/aid.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { findBookableChild } from '../families/booking.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import {
  findRequest,
  insertRequest,
  listRequestsOf,
  withdrawRequest,
} from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import { presentRequests } from './present-request.ts';

/** A parent asks for financial aid. What they write is in no email or log, and in no list but the directors'. R450 */

type Asked = { childId?: string; words: string; canPay?: number };

/**
 * @param asked.canPay for each class, in cents
 * @throws {ApiError} `not_found`, `guardian_may_not` for a child for whom they may not book; `aid_asked` if a request is open
 */
export async function askForAid(
  { childId, words, canPay }: Asked,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const child = childId ? await findBookableChild(childId, user, services) : undefined;
  const request = {
    _id: new ObjectId(),
    userId: user._id,
    words,
    askedAt: services.now(),
    ...(child && { childId: child._id }),
    ...(canPay !== undefined && { canPay }),
  };
  if (!(await insertRequest(request, services))) throw new ApiError('aid_asked');
}

/** The person's own requests, newest first, without those for children for whom they no longer book. */
export async function getOwnAid(user: UserDocument, services: Services): Promise<AidRequest[]> {
  const { may } = await readFamilyRights(user, services);
  const requests = await listRequestsOf(user, services);
  return presentRequests(
    requests.filter(({ childId }) => may('book', childId)),
    services,
  );
}

/** Deletes an open request. @throws {ApiError} `not_found`; `aid_answered` if the school was faster */
export async function withdrawAid(
  id: string,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const _id = new ObjectId(id);
  if (await withdrawRequest(_id, user._id, services)) return;
  const found = await findRequest(_id, services);
  throw new ApiError(found?.userId.equals(user._id) ? 'aid_answered' : 'not_found');
}
