import type { DayPerson } from '@speakifyr/contract/attendance.ts';
import type { ObjectId } from 'mongodb';
import { mayPickUpOn, readContacts } from '../families/contacts.ts';
import { listGuardians } from '../families/guardians.ts';
import type { Services } from '../services.ts';

type Adult = DayPerson['adults'][number];

/**
 * The adults of children on a day: guardians, who may collect their child, and the contacts who are called in an emergency or
 * may pick the child up.
 * @returns by child id (24 hexadecimal digits)
 */
export async function readAdults(
  childIds: ObjectId[],
  day: string,
  services: Pick<Services, 'database'>,
): Promise<Map<string, Adult[]>> {
  const [guardians, contacts] = await Promise.all([
    listGuardians(childIds, services),
    readContacts(childIds, services),
  ]);
  return new Map(
    childIds.map((childId) => {
      const id = childId.toHexString();
      const ofFamily = (guardians.get(id) ?? []).map(({ user: { name, phone } }) => ({
        ...{ name, relation: 'guardian', phone: phone ?? null, mayCollect: true },
      }));
      const others = (contacts.get(id) ?? [])
        .map((contact) => ({ ...contact, mayCollect: mayPickUpOn(contact, day) }))
        .filter(({ isEmergency, mayCollect }) => isEmergency || mayCollect)
        .map(({ name, relation, phone, mayCollect }) => ({ name, relation, phone, mayCollect }));
      return [id, [...ofFamily, ...others]];
    }),
  );
}
