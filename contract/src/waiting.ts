import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import {
  campDays,
  chosenDays,
  id,
  moment,
  name,
  optionalPictureUrl,
  price,
  shownEmail,
} from './fields.ts';
import { MAX_WAITING_GROUP, OFFER_LIMITS, WAITING_STATES } from './limits.ts';

/** The waiting list of a class. Nobody pays to wait. */

const count = z.int().min(0);

/** Somebody on a waiting list: a child, or the account itself. */
const person = z.object({ childId: id.nullable(), name: z.string() });
person.register(z.globalRegistry, { id: 'WaitingPerson' });

/** Those who wait as one. */
export const waitingEntry = z.object({
  waitId: id,
  people: z.array(person),
  /** Whether they go together or not at all. */
  together: z.boolean(),
  /**
   * `waiting`; `kept`: a seat is kept until there are enough for all; `offered`: seats are held for these people;
   * `paused`: an offer ran out.
   */
  state: z.enum(WAITING_STATES),
  /** How many offers ran out. The second one ends the entry. */
  lapses: count,
  /** 1 is the first; null unless waiting. */
  position: z.int().min(1).nullable(),
  /** When the offer ends, or until when a seat is kept; null before an offer's email is out, and without both. */
  until: moment.nullable(),
  joinedAt: moment,
});
waitingEntry.register(z.globalRegistry, { id: 'WaitingEntry' });

/** An entry as its owner sees it. */
export const ownWaitingEntry = waitingEntry.extend({
  classId: id,
  className: name,
  image: optionalPictureUrl,
  ...campDays,
  /**
   * In whole currency units. For an offer, the price on the day of the offer; before that, what a seat costs today, without
   * the family's own discounts.
   */
  price,
  /** Why it is offered no seat now, or fewer than it waits for; null if there is no such reason. */
  limit: z.enum(OFFER_LIMITS).nullable(),
  /** How many entries wait in all. */
  total: count,
  /** The held seats of an offer. */
  cartIds: z.array(id),
  /** How many seats of this class have become free for people on the list so far. */
  offeredSoFar: count,
});
export type OwnWaitingEntry = z.output<typeof ownWaitingEntry>;
ownWaitingEntry.register(z.globalRegistry, { id: 'OwnWaitingEntry' });

/** An entry as admins see it. */
const listedEntry = waitingEntry.extend({
  /** The account that waits. */
  userId: id,
  email: shownEmail,
  priority: z.int(),
  /** The days that each of them wants, of a class that is sold by day. Missing: all. */
  days: campDays.days,
});
export type ListedWaitingEntry = z.output<typeof listedEntry>;
listedEntry.register(z.globalRegistry, { id: 'ListedWaitingEntry' });

const waitIdOf = z.object({ waitId: id });
const ofClass = z.object({ classId: id });

/** The people who wait as one. */
export const waitingGroup = z.object({
  /** Without them, the owner of the account waits. Three people in all: see `withSelf`. */
  childIds: z
    .array(id)
    .min(1, 'Choose who waits.')
    .max(MAX_WAITING_GROUP, `At most ${MAX_WAITING_GROUP} people can wait as one.`)
    .optional(),
  /** Whether the owner waits together with these children. */
  withSelf: z.boolean().optional(),
  /** Whether they go together or not at all. Otherwise one seat is fine too. */
  together: z.boolean().optional(),
  /** The days that each of them wants, of a class that is sold by day. Without them, all of its days. R649 */
  days: chosenDays.optional(),
});
waitingGroup.register(z.globalRegistry, { id: 'WaitingGroup' });

/** Their place on the list: 1 is the first. */
export const waitingPlace = z.object({ waitId: id, position: z.int().min(1) });
waitingPlace.register(z.globalRegistry, { id: 'WaitingPlace' });

/** Why somebody can't join a list, whether the parent or the office does it. */
export const WAITING_REFUSALS = [
  'not_found',
  'guardian_may_not',
  'adults_only',
  'children_only',
  'wrong_age',
  'already_joined',
  'already_waiting',
  'seats_free',
  'class_full',
  'class_started',
  'waiting_list_full',
  'group_too_large',
] as const satisfies ErrorCode[];

export const waiting = {
  'POST /waiting/:classId': defineEndpoint({
    summary: 'Join a waiting list',
    access: { who: 'student', refusal: 'only_students_join' },
    limited: true,
    changesCatalogue: true,
    params: ofClass,
    body: waitingGroup,
    output: waitingPlace,
    errors: [...WAITING_REFUSALS, 'verify_email_first', 'too_many_here'],
  }),

  'GET /myWaiting': defineEndpoint({
    summary: 'The caller’s waiting lists',
    access: { who: 'student' },
    output: z.array(ownWaitingEntry),
  }),

  'DELETE /waiting/:waitId': defineAct({
    summary: 'Leave a waiting list',
    access: { who: 'student' },
    limited: true,
    params: waitIdOf,
    errors: ['not_found'],
  }),

  'POST /waiting/:waitId/decline': defineAct({
    summary: 'Decline an offer',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: waitIdOf,
    errors: ['not_found', 'already_joined', 'payment_not_finished'],
  }),

  'POST /waiting/:waitId/stillWanted': defineAct({
    summary: 'Go on waiting after an offer',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: waitIdOf,
    errors: ['not_found'],
  }),

  'GET /classWaiting/:classId': defineEndpoint({
    summary: 'The waiting list of a class',
    access: { who: 'admin' },
    params: ofClass,
    output: z.object({
      entries: z.array(listedEntry),
      /** How many people have joined the list, were offered a seat, and enrolled that way. */
      demand: z.object({ asked: count, offered: count, enrolled: count }),
    }),
    errors: ['not_found'],
  }),

  'PATCH /classWaiting/:classId/:waitId': defineAct({
    summary: 'Change the order of the list',
    access: { who: 'admin' },
    params: ofClass.extend(waitIdOf.shape),
    body: z.object({ priority: z.int().min(-100).max(100) }),
    errors: ['own_family', 'not_found'],
  }),

  'POST /classWaiting/:classId/:waitId/offer': defineAct({
    summary: 'Offer seats before its turn',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: ofClass.extend(waitIdOf.shape),
    errors: [
      'own_family',
      'not_found',
      'class_full',
      'too_many_holds',
      'too_many_here',
      'group_too_large',
      'already_joined',
    ],
  }),
};
