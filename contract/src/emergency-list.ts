import { z } from 'zod';
import { ATTENDANCE_KINDS } from './attendance-state.ts';
import { DUTIES } from './child-ratio.ts';
import { defineEndpoint } from './endpoint.ts';
import { age, day, id, moment } from './fields.ts';

/**
 * Everyone, now: the list for a fire alarm. It has only what is needed then, because it is about other people's
 * classes, too.
 */

/** Somebody on the team of a class on a day. */
export const memberOnDuty = z.object({ userId: id, name: z.string(), duty: z.enum(DUTIES) });
memberOnDuty.register(z.globalRegistry, { id: 'MemberOnDuty' });

/** How many children one adult may have, by the school's setting; 0 for no limit. */
export const mostPerAdult = z.int().min(0);

/** What `readAttendance` needs of a tap. Who took a child is on the day list. */
const tap = z.object({
  _id: z.uuid(),
  kind: z.enum(ATTENDANCE_KINDS),
  at: moment,
  undoes: z.uuid().optional(),
});

const person = z.object({
  /** The child, or the account that joined for itself. */
  personId: id,
  name: z.string(),
  /** On the first day of the class; null for somebody who joined for themselves. */
  age: age.nullable(),
  /** False for an adult who joined for themselves. */
  isChild: z.boolean(),
  hasSevereAllergy: z.boolean(),
  /** Whom to call: guardians and emergency contacts. */
  adults: z.array(
    z.object({ name: z.string(), relation: z.string(), phone: z.string().nullable() }),
  ),
  taps: z.array(tap),
});

const emergencyClass = z.object({
  classId: id,
  className: z.string(),
  room: z.int(),
  /** Its instructor, and its assistants and substitutes of today. */
  team: z.array(memberOnDuty),
  people: z.array(person),
});

const list = z.object({
  day,
  /** The server's clock. */
  now: moment,
  mostPerAdult,
  /** Those that meet today, and others in which somebody was recorded today. */
  classes: z.array(emergencyClass),
});
export type EmergencyList = z.output<typeof list>;
list.register(z.globalRegistry, { id: 'EmergencyList' });
export type EmergencyClass = EmergencyList['classes'][number];
export type EmergencyPerson = EmergencyClass['people'][number];

export const emergencyList = {
  'GET /emergencyList': defineEndpoint({
    summary:
      'Everyone who is or may be at camp now, by class, with whom to call. For admins, and for who teaches a class that meets today or is on its team',
    access: { who: 'registered' },
    output: list,
    errors: ['not_allowed', 'care_sheet_closed'],
  }),
};
