import type { DayPerson } from '@speakifyr/contract/attendance.ts';
import type { BlockedPerson } from '@speakifyr/contract/must-not-collect.ts';
import type { ObjectId } from 'mongodb';
import { mayPickUpOn, readContacts } from '../families/contacts.ts';
import { listGuardians } from '../families/guardians.ts';
import { findBlock, readBlocks } from '../families/must-not-collect.ts';
import type { Services } from '../services.ts';

/** `blocked`: who must not collect the child on that day. */
type Adults = { adults: DayPerson['adults']; blocked: BlockedPerson[] };

/**
 * The adults of children on a day: guardians, who may collect their child, and the contacts who are called in an emergency or
 * may pick the child up. Who must not collect the child may not, whoever they are, and is not called.
 * @returns by child id (24 hexadecimal digits)
 */
export async function readAdults(
  childIds: ObjectId[],
  day: string,
  services: Pick<Services, 'database'>,
): Promise<Map<string, Adults>> {
  const [guardians, contacts, blocks] = await Promise.all([
    listGuardians(childIds, services),
    readContacts(childIds, services),
    readBlocks(childIds, services),
  ]);
  return new Map(
    childIds.map((childId) => {
      const id = childId.toHexString();
      const blocked = (blocks.get(id) ?? [])
        .filter(({ since }) => since <= day)
        .map(({ name, since, note }) => ({ name, since, note }));
      const ofFamily = (guardians.get(id) ?? []).map(({ user: { name, phone } }) => ({
        ...{ name, relation: 'guardian', phone: phone ?? null, mayCollect: true },
      }));
      const others = (contacts.get(id) ?? [])
        .map((contact) => ({ ...contact, mayCollect: mayPickUpOn(contact, day) }))
        .filter(({ isEmergency, mayCollect }) => isEmergency || mayCollect)
        .map(({ name, relation, phone, mayCollect }) => ({ name, relation, phone, mayCollect }));
      const adults = [...ofFamily, ...others].map((adult) =>
        findBlock(blocked, adult.name, day)
          ? { ...adult, phone: null, mayCollect: false, isBlocked: true }
          : { ...adult, isBlocked: false },
      );
      return [id, { adults, blocked }];
    }),
  );
}
