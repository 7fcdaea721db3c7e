import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import type { DayPerson } from '@speakifyr/contract/attendance.ts';
import type { EmergencyPerson } from '@speakifyr/contract/emergency-list.ts';
import type { BlockedPerson } from '@speakifyr/contract/must-not-collect.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { judgePickUp, readContacts } from '../families/contacts.ts';
import { listGuardians } from '../families/guardians.ts';
import { presentBlockForTeam } from '../families/must-not-collect.ts';
import { findKeptFrom } from '../families/own-family.ts';
import { type KnownBlock, readBlocks } from '../families/read-blocks.ts';
import type { Services } from '../services.ts';

type Adult = DayPerson['adults'][number] & {
  /** A guardian or an emergency contact, not just somebody who picks up. */
  isToCall: boolean;
};
/** `blocked`: who must not collect the child on that day, as the team reads it. `blocks`: what decides, on any day. */
export type ChildAdults = { adults: Adult[]; blocked: BlockedPerson[]; blocks: KnownBlock[] };

/**
 * The adults of children on a day: guardians, who may collect their child, and contacts who are called in an emergency
 * or may pick the child up. Nobody who must not collect the child is among them, not even a guardian. R381, R395, R509
 * @returns by child id (24 hexadecimal digits)
 */
export async function readAdults(
  childIds: ObjectId[],
  day: string,
  services: Pick<Services, 'database'>,
): Promise<Map<string, ChildAdults>> {
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
        .map(presentBlockForTeam);
      const ofFamily = (guardians.get(id) ?? []).map(({ user: { _id, name, phone } }) => ({
        guardianId: _id.toHexString(),
        name,
        relation: 'guardian',
        phone: phone ?? null,
        mayCollect: true,
        isToCall: true,
      }));
      const others = (contacts.get(id) ?? []).map((contact) => {
        const may = judgePickUp(contact, day);
        return {
          name: contact.name,
          relation: contact.relation,
          phone: contact.phone,
          mayCollect: may === 'free',
          isToCall: contact.isEmergency,
          ...(may === 'ask the office' && { asksOffice: true as const }),
        };
      });
      const adults = [...ofFamily, ...others]
        .filter((adult) => adult.mayCollect || adult.isToCall || 'asksOffice' in adult)
        .map((adult) => {
          const verdict = judgeCollector(blocks.get(id) ?? [], adult, day);
          if (verdict === 'free') return { ...adult, isBlocked: false };
          const inDoubt = verdict === 'in doubt' && { isInDoubt: true as const };
          return { ...adult, phone: null, mayCollect: false, isBlocked: true, ...inDoubt };
        });
      return [id, { adults, blocked, blocks: blocks.get(id) ?? [] }];
    }),
  );
}

/** What of it somebody reads from whom the rest is kept: only the guardians. R712 */
export function leaveOutKept({ adults, ...others }: ChildAdults): ChildAdults {
  return {
    ...others,
    adults: adults.filter(({ guardianId }) => guardianId !== undefined),
    blocked: [],
  };
}

/**
 * Whom everybody on a day's team may call about children: guardians and emergency contacts. Other classes' teams need
 * not know who only picks up, nor who must not collect the child.
 * @returns by child id (24 hexadecimal digits)
 */
export async function readAdultsToCall(
  childIds: ObjectId[],
  day: string,
  reader: UserDocument,
  services: Pick<Services, 'database'>,
): Promise<Map<string, EmergencyPerson['adults']>> {
  const all = await readAdults(childIds, day, services);
  const isKept = await findKeptFrom(reader, services);
  return new Map(
    [...all].map(([id, known]) => [
      id,
      (isKept(new ObjectId(id), known.blocks) ? leaveOutKept(known) : known).adults
        .filter(({ isToCall, isBlocked }) => isToCall && !isBlocked)
        .map(({ name, relation, phone }) => ({ name, relation, phone })),
    ]),
  );
}
