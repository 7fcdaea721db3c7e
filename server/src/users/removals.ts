import { TAKE_BACK_DAYS } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import type { Filter } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from './find-users.ts';

/** Removals that can still be taken back. R592 */

type Needs = Pick<Services, 'database' | 'now'>;

/** What is kept of a removal. */
export type Removal = NonNullable<UserDocument['removal']>;

/** A removal at this moment, or before, can't be taken back anymore. */
export function findLastLate({ now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() - TAKE_BACK_DAYS * DAY_MS);
}

/** Users whose removal can be taken back now. */
export function matchTakeable(services: Pick<Services, 'now'>): Filter<UserDocument> {
  return { status: 'removed', 'removal.at': { $gt: findLastLate(services) } };
}

/** @returns what is kept of the removal, if it can be taken back now */
export function findTakeable(
  { status, removal }: Pick<UserDocument, 'status' | 'removal'>,
  services: Pick<Services, 'now'>,
): Removal | undefined {
  return status === 'removed' && removal && removal.at > findLastLate(services)
    ? removal
    : undefined;
}

/** What the office reads of the removals of some users. @returns by user id (24 hexadecimal digits) */
export async function presentRemovals(
  users: UserDocument[],
  services: Needs,
): Promise<Map<string, NonNullable<ListedUser['removal']>>> {
  const removed = users.flatMap((user) => {
    const removal = findTakeable(user, services);
    return removal ? [{ id: user._id.toHexString(), removal }] : [];
  });
  const people = await findPeopleById(
    removed.map(({ removal }) => removal.by),
    services,
  );
  return new Map(
    removed.map(({ id, removal: { at, by, note } }) => [
      id,
      {
        at: at.toISOString(),
        by: people.get(by.toHexString())?.name ?? '',
        ...(note !== undefined && { note }),
        until: new Date(at.getTime() + TAKE_BACK_DAYS * DAY_MS).toISOString(),
      },
    ]),
  );
}
