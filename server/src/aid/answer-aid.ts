import type { ListedAidRequest } from '@speakifyr/contract/aid.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import type { AidRequestDocument } from '../database/price-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Page } from '../database/lists.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import { listBookers } from '../families/booking.ts';
import { findPeopleById, NOBODY } from '../users/find-users.ts';
import { answerRequest, endAward, findRequest, listRequests } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import { finishAnswer } from './finish-answers.ts';
import { presentRequests } from './present-request.ts';

/** Directors read requests for financial aid and answer them. R451 */

type Wanted = ParsedInput<Contract['GET /aidRequests']>['query'];

/** Open or answered requests, newest first. Only from active accounts that may book for the child that they name. */
export async function getAidRequests(
  { open = true, ...request }: Wanted,
  services: Services,
): Promise<Page<ListedAidRequest>> {
  const page = await listRequests(open, request, services);
  const areTheirs = await Promise.all(page.items.map((one) => isStillTheirs(one, services)));
  const items = page.items.filter((_one, place) => areTheirs[place]);
  const [presented, people] = await Promise.all([
    presentRequests(items, services),
    findPeopleById(
      items.flatMap(({ userId, by }) => [userId, ...(by ? [by] : [])]),
      services,
    ),
  ]);
  return {
    total: page.total - (page.items.length - items.length),
    items: presented.map((one, place) => {
      const { userId, by } = items[place] ?? {};
      const account = people.get(userId?.toHexString() ?? '');
      return {
        ...one,
        familyId: userId?.toHexString() ?? '',
        name: account?.name ?? '',
        email: account?.email ?? NOBODY,
        answeredBy: by ? (people.get(by.toHexString())?.name ?? '') : null,
      };
    }),
  };
}

/** Whether the account is active and may book for the child. */
async function isStillTheirs(
  { userId, childId }: AidRequestDocument,
  services: Services,
): Promise<boolean> {
  const account = (await findPeopleById([userId], services)).get(userId.toHexString());
  if (account?.status !== 'active') return false;
  if (!childId) return true;
  const bookers = (await listBookers([childId], services)).get(childId.toHexString()) ?? [];
  return bookers.some((id) => id.equals(userId));
}

type Answer = ParsedInput<Contract['PUT /aidRequests/:id/answer']>['body'];

/**
 * Awards aid or declines. If two directors answer at once, one answer is saved and the other one is refused.
 * @throws {ApiError} `not_found`, `aid_answered`; `guardian_may_not` if the account no longer books for the child
 */
export async function answerAid(
  id: string,
  { award, text }: Answer,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const _id = new ObjectId(id);
  const request = await findRequest(_id, services);
  if (!request) throw requestNotFoundError();
  if (!(await isStillTheirs(request, services))) throw new ApiError('guardian_may_not');
  const answer = {
    answeredAt: services.now(),
    by: admin._id,
    ...(text && { answer: text }),
    ...(award && { award }),
  };
  if (!(await answerRequest(_id, answer, services))) throw new ApiError('aid_answered');
  await finishAnswer({ ...request, ...answer }, services);
}

/** Ends an award. Seats that are held or paid with it keep their price. Idempotent. @throws {ApiError} `not_found` */
export async function endAid(id: string, admin: UserDocument, services: Services): Promise<void> {
  const _id = new ObjectId(id);
  const request = await findRequest(_id, services);
  if (!request?.award) throw requestNotFoundError();
  const { until } = request.award;
  await recordEvent(
    { by: admin._id, type: 'end aid', target: `request ${id}`, before: { until }, after: null },
    `aid-end-${id}`,
    services,
  );
  await endAward(_id, services);
}

function requestNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this request. It may have been taken back.');
}
