import * as z from 'zod';
import { ATTENDANCE_STATES } from './attendance-state.ts';
import { memberOnDuty, mostPerAdult, personOfDay, tap } from './emergency-list.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, moment, name, timeOfDay } from './fields.ts';
import { formFacts } from './form-facts.ts';
import { groupName } from './groups.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { blockedPerson } from './must-not-collect.ts';
import { entryCode } from './payments.ts';
import { CODE_PROBLEMS } from './pick-up.ts';
import { pickupCode } from './pickup-codes.ts';

/** Who is at camp: the list of a class and day, the taps on it, and what parents see of them. */

/** How the team knew who took a child: by face, or by an ID card. */
export const CHECKED_BY = ['known', 'id'] as const;

/** Why an admin decides something at the gate. */
const whyAllowed = z.string().trim().min(1, 'Say why.').max(MAX_NOTE_LENGTH);

const toListed = z.object({
  how: z.literal('listed'),
  /** As the list had it at that moment. */
  name,
  /** Decides who it is, whatever the name. Missing for a contact, and on a phone with an older app. */
  guardianId: id.optional(),
  checked: z.enum(CHECKED_BY),
});
toListed.register(z.globalRegistry, { id: 'HandOverToListed' });
const byOffice = z.object({ how: z.literal('override'), name, note: whyAllowed });
byOffice.register(z.globalRegistry, { id: 'HandOverByOffice' });
const handOvers = [toListed, byOffice, z.object({ how: z.literal('self') })] as const;
const withCode = z.object({
  how: z.literal('code'),
  /** As the family gave it. */
  name,
});
const alone = z.object({
  how: z.literal('alone'),
  /** Only if an admin let the child go. */
  note: whyAllowed.optional(),
});

/**
 * Who took a child. `listed`: a guardian, or a contact who may pick it up. `code`: an adult whom a guardian named for
 * that day, with a one-time code. `override`: an admin let somebody else take it, and says why. `alone`: nobody,
 * because a guardian allows it to leave alone. `self`: somebody who joined for themselves just left.
 */
const handOver = z.discriminatedUnion('how', [...handOvers, withCode, alone]);
export type HandOver = z.output<typeof handOver>;
handOver.register(z.globalRegistry, { id: 'HandOver' });

/**
 * The same as a phone sends it: with the code, which is not stored. A name or a reason that nobody can read is refused with
 * its tap, not here: the other taps of the request must count.
 */
export const sentHandOver = z.discriminatedUnion('how', [
  ...handOvers,
  withCode.extend({ code: pickupCode }),
  alone,
]);
export type SentHandOver = z.output<typeof sentHandOver>;
sentHandOver.register(z.globalRegistry, { id: 'SentHandOver' });

const tapFields = tap.extend({
  /** The child, or the account that joined for itself. */
  personId: id,
  /** The phone had no connection at that moment. */
  offline: z.literal(true).optional(),
});

/** Why a tap was not recorded. */
export const TAP_PROBLEMS = [
  'not_in_class',
  'wrong_time',
  'not_listed',
  'not_alone',
  'nonce_used',
  'nothing_to_undo',
  ...CODE_PROBLEMS,
] as const;
export type TapProblem = (typeof TAP_PROBLEMS)[number];
const tapProblem = z.enum(TAP_PROBLEMS).meta({ id: 'TapProblem' });

export const sentTap = tapFields
  .extend({
    /** Only with `out`. */
    collectedBy: sentHandOver.optional(),
  })
  .refine(({ kind, undoes }) => (kind === 'undo') === (undoes !== undefined), {
    message: 'An undo names the tap that was a mistake.',
    path: ['undoes'],
  })
  .refine(({ kind, collectedBy }) => (kind === 'out') === (collectedBy !== undefined), {
    message: 'Who leaves is handed over to somebody.',
    path: ['collectedBy'],
  });
export type SentTap = z.output<typeof sentTap>;
sentTap.register(z.globalRegistry, { id: 'SentTap' });

/** A recorded tap. */
const storedTap = tapFields.extend({
  collectedBy: handOver.optional(),
  /**
   * A phone without a connection let the person go, and it was not allowed by what the server knew when the tap arrived.
   * It has happened, so it is recorded.
   */
  notAllowed: tapProblem.optional(),
  /** By the family, in the app. There is one for each day, however often they change their mind. */
  isByFamily: z.literal(true).optional(),
  /** Who of the family said it. Only on the day list. */
  saidBy: z.string().optional(),
});
export type StoredTap = z.output<typeof storedTap>;
storedTap.register(z.globalRegistry, { id: 'StoredTap' });

const dayPerson = personOfDay.extend({
  /** On their pass. null for somebody without a seat. */
  entryCode: entryCode.nullable(),
  /** Changes with the photo, which is in `GET /dayList/:classId/:day/photos`; null if there is none. */
  photoId: id.nullable(),
  /** Their seat was canceled or moved, and they had come before. Somebody still has to collect them. */
  hasNoSeat: z.literal(true).optional(),
  /** Whom to call, and who may take the child on this day: guardians, emergency contacts and those who may pick up. */
  adults: z.array(
    z.object({
      /** Missing for a contact. */
      guardianId: id.optional(),
      name: z.string(),
      relation: z.string(),
      phone: z.string().nullable(),
      mayCollect: z.boolean(),
      /** Somebody said they must not collect the child: not even with the office's permission. */
      isBlocked: z.boolean(),
      /** Blocked because their name is nearly that of somebody who must not: the office decides. */
      isInDoubt: z.literal(true).optional(),
      /** A contact whom a guardian entered who must not collect the child: the office decides. */
      asksOffice: z.literal(true).optional(),
    }),
  ),
  /** Who must not collect the child on this day. */
  mustNotCollect: z.array(blockedPerson),
  /** It is the reader’s own child: what others may not do and its contacts are left to a colleague. */
  isKept: z.literal(true).optional(),
  /** The child may leave alone from this time on; null if no guardian allows it. */
  mayLeaveAloneFrom: timeOfDay.nullable(),
  facts: formFacts,
  taps: z.array(storedTap),
});
export type DayPerson = z.output<typeof dayPerson>;
dayPerson.register(z.globalRegistry, { id: 'DayPerson' });

/** One person's day. */
export const attendedDay = z.object({
  day,
  state: z.enum(ATTENDANCE_STATES),
  in: moment.nullable(),
  out: moment.nullable(),
  /** Who took the child; null if nobody did. */
  collectedBy: z.string().nullable(),
  /** A child that left alone. */
  leftAlone: z.boolean(),
});
export type AttendedDay = z.output<typeof attendedDay>;
attendedDay.register(z.globalRegistry, { id: 'AttendedDay' });

/** The days of a seat, as its family sees them. */
export const ownAttendance = z.object({
  cartId: id,
  className: z.string(),
  /** null if the caller joined for themselves. */
  childId: id.nullable(),
  name: z.string(),
  group: groupName,
  /** Whether the caller may say that they don't come. */
  mayReport: z.boolean(),
  days: z.array(
    attendedDay.extend({
      /** Who of the family said that they don't come; null if the team did, or they come. */
      absentBy: z.string().nullable(),
    }),
  ),
});
export type OwnAttendance = z.output<typeof ownAttendance>;
ownAttendance.register(z.globalRegistry, { id: 'OwnAttendance' });

/** The most taps in one request. */
const MAX_TAPS = 500;

const theClassDay = z.object({ classId: id, day: anyDay });

export const attendance = {
  'GET /dayList/:classId/:day': defineEndpoint({
    summary: 'Who is expected, and who came',
    access: { who: 'registered' },
    params: theClassDay,
    output: z.object({
      classId: id,
      className: z.string(),
      room: z.int(),
      day,
      /** All days on which the class meets, in order. */
      days: z.array(day),
      dailyStart: timeOfDay.nullable(),
      dailyEnd: timeOfDay.nullable(),
      /** The server's clock, so that a phone whose clock is wrong still tells the right time. */
      now: moment,
      mostPerAdult,
      /** Who looks after the class on this day, by plan. */
      team: z.array(memberOnDuty),
      /** Missing if the class has none. `isOwn`: the caller leads it on this day. */
      groups: z
        .array(z.object({ name: z.string(), leaders: z.array(z.string()), isOwn: z.boolean() }))
        .optional(),
      people: z.array(dayPerson),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),

  'POST /attendance': defineEndpoint({
    summary: 'Record taps of a class and day',
    access: { who: 'registered' },
    limited: true,
    body: theClassDay.extend({ taps: z.array(sentTap).min(1).max(MAX_TAPS) }),
    output: z.object({
      /** In the order of the request; null if it is recorded. */
      problems: z.array(tapProblem.nullable()),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),

  'GET /attendanceSheet/:classId': defineEndpoint({
    summary: 'Who was in a class by day',
    access: { who: 'registered' },
    params: z.object({ classId: id }),
    output: z.object({
      classId: id,
      className: z.string(),
      days: z.array(day),
      people: z.array(
        z.object({
          personId: id,
          name: z.string(),
          group: groupName,
          days: z.array(
            attendedDay.extend({
              /** Why they should not have left like that; null if they might. */
              notAllowed: tapProblem.nullable(),
            }),
          ),
        }),
      ),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),

  'GET /myAttendance': defineEndpoint({
    summary: 'When one’s family came and left',
    access: { who: 'student' },
    output: z.array(ownAttendance),
  }),

  'PUT /myAttendance/:cartId/:day': defineAct({
    summary: 'Say whether somebody comes on a day',
    access: { who: 'student' },
    limited: true,
    params: z.object({ cartId: id, day: anyDay }),
    body: z.object({ isAbsent: z.boolean() }),
    errors: ['not_found', 'guardian_may_not', 'already_there'],
  }),
};
