import { nameDay } from '@speakifyr/contract/format.ts';
import { ObjectId } from 'mongodb';
import { listGuardiansWho } from '../../families/guardians.ts';
import { findActiveUsers } from '../../users/find-users.ts';
import { readChildName } from '../../users/participant-names.ts';
import { findRecord } from '../../safety/safety-store.ts';
import { link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass } from '../parts/say.ts';
import { toEach } from '../recipients.ts';

type IncidentCause = { recordId: string; childId?: ObjectId };

/** `child`: null if the reader had it. */
type IncidentProps = { child: string | null; className: string; day: string; path: string };

/** Tells guardians that an incident was recorded. What happened is only in the app. R408 */
export const incident = defineMail<IncidentCause, IncidentProps>({
  on: {
    async 'record incident'({ data: { after } }, services) {
      const personId = new ObjectId(after.person);
      const users = after.isChild
        ? await listGuardiansWho('see', personId, services)
        : await findActiveUsers([personId], services);
      const about = { recordId: after.record, ...(after.isChild && { childId: personId }) };
      return toEach(users, `incident-${after.record}`, about);
    },
  },

  async read({ recordId, childId }, { rights }, services) {
    if (!rights.may('see', childId)) return undefined;
    const record = await findRecord(services.database.collections, recordId);
    const campClass = record && (await findClassWithId(record.classId, services));
    if (!record || !campClass) return undefined;
    const child = await readChildName(childId, services);
    const path = childId ? `/dashboard/children/${childId.toHexString()}` : '/dashboard/enroll';
    const props = { child, className: campClass.name, day: record.day, path };
    return { props, childIds: childId ? [childId] : [] };
  },

  write({ child, className, day, path }) {
    const who = child === null ? 'you' : nameChild(child);
    return {
      subject: 'Something happened at camp',
      parts: [
        `Our team recorded something that happened to ${who} in ${nameClass(className)} on ${nameDay(day)}.`,
        'You can read what happened and what we did in your account. If you have a question, please call us or reply to this email.',
        link('Read what happened', path),
      ],
    };
  },
});
