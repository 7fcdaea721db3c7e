import type { Block } from '@speakifyr/contract/judge-collector.ts';
import type { ObjectId } from 'mongodb';
import type { MustNotCollect } from '../database/family-documents.ts';
import { findPeopleById } from '../users/find-users.ts';
import type { Services } from '../services.ts';

/** An entry with what the one function that judges it needs: contract/src/judge-collector.ts. */
export type KnownBlock = Omit<MustNotCollect, 'pinned'> &
  Pick<Block, 'guardianId' | 'nameNow' | 'pinned'>;

/** A day later than any other: for what counts even if an entry only begins later. */
export const LATER = '9999-12-31';

/**
 * Who must not collect children: for the server's own decisions, the day list, admins and the author's download.
 * @returns by child id (24 hexadecimal digits), without children who have none
 */
export async function readBlocks(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, KnownBlock[]>> {
  const found = await services.database.collections.childContacts
    .find(
      { _id: { $in: childIds }, 'mustNotCollect.0': { $exists: true } },
      { projection: { mustNotCollect: 1 } },
    )
    .toArray();
  const ids = found.flatMap(({ mustNotCollect = [] }) =>
    mustNotCollect.flatMap(({ personId, pinned = [] }) => [
      ...(personId ? [personId] : []),
      ...pinned.map((one) => one.personId),
    ]),
  );
  const people = await findPeopleById(ids, services);
  const know = ({ pinned: stored = [], ...block }: MustNotCollect): KnownBlock => {
    const nameOf = (id: string) => people.get(id)?.name ?? block.name;
    const guardianId = block.personId?.toHexString();
    const pinned = stored.map(({ personId, verdict }) => {
      const id = personId.toHexString();
      return { guardianId: id, name: nameOf(id), verdict };
    });
    const blocked = guardianId ?? pinned.find(({ verdict }) => verdict === 'blocked')?.guardianId;
    const nameNow = nameOf(blocked ?? '');
    return {
      ...block,
      ...(guardianId && { guardianId }),
      ...(nameNow !== block.name && { nameNow }),
      ...(pinned.length > 0 && { pinned }),
    };
  };
  return new Map(
    found.map(({ _id, mustNotCollect = [] }) => [_id.toHexString(), mustNotCollect.map(know)]),
  );
}
