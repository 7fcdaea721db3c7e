import type { ObjectId } from 'mongodb';
import type { MustNotCollect } from '../database/family-documents.ts';
import { findPeopleById } from '../users/find-users.ts';
import type { Services } from '../services.ts';

/** An entry with what the one function that judges it needs: contract/src/judge-collector.ts. */
export type KnownBlock = MustNotCollect & { guardianId?: string; nameNow?: string };

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
    mustNotCollect.flatMap(({ personId }) => personId ?? []),
  );
  const people = await findPeopleById(ids, services);
  const know = (block: MustNotCollect): KnownBlock => {
    const guardianId = block.personId?.toHexString();
    const nameNow = people.get(guardianId ?? '')?.name ?? block.name;
    return {
      ...block,
      ...(guardianId && { guardianId }),
      ...(nameNow !== block.name && { nameNow }),
    };
  };
  return new Map(
    found.map(({ _id, mustNotCollect = [] }) => [_id.toHexString(), mustNotCollect.map(know)]),
  );
}
