import * as z from 'zod';
import { CLASS_NUMBERS, CLASS_TEXTS, withEach } from './class-facts.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  anyDay,
  anyMonth,
  birthMonth,
  campDays,
  courseTag,
  day,
  details,
  email,
  id,
  moment,
  name,
  optionalPictureUrl,
  pictureUrl,
  price,
  room,
  sit,
  timeOfDay,
  typedInt,
  typedName,
  typedPrice,
} from './fields.ts';

import { MAX_CLASS_DAYS, MAX_AGE, MAX_SEARCHED_CHILDREN, NOT_ASSIGNED } from './limits.ts';
import { shownDiscounts } from './discounts.ts';
import { shownExtras } from './extras.ts';
import { listQuery, period, season } from './lists.ts';

/** What families ask about a class. Each may be missing: null, or an empty text. R70 */
export const classFacts = z.object({
  /** Among them the youngest and the oldest age, both included. */
  ...withEach(CLASS_NUMBERS, (name) => {
    const { min, max, example } = CLASS_NUMBERS[name];
    const number = typedInt(min, max, `Enter a whole number from ${min} to ${max}`);
    return number.meta({ examples: [example] }).nullable();
  }),
  /** The hours of each day. */
  dailyStart: timeOfDay.nullable(),
  dailyEnd: timeOfDay.nullable(),
  ...withEach(CLASS_TEXTS, (name) => {
    const { maxLength, example } = CLASS_TEXTS[name];
    const text = z.string().trim().max(maxLength);
    return text.meta({ examples: [example] });
  }),
});
/** As somebody changes them: those that are missing stay. */
export const changedFacts = classFacts.partial();
changedFacts.register(z.globalRegistry, { id: 'ChangedFacts' });
export type ClassFacts = z.output<typeof classFacts>;
classFacts.register(z.globalRegistry, { id: 'ClassFacts' });

/** How families may take some days of a class: sold-by-day.ts. R647 */
export const dayPrices = z.object({
  /** What one day costs, two days, and so on. More days cost as much for each day as the last of them. */
  prices: z.array(price).min(1).max(MAX_CLASS_DAYS),
  /** How many days a family takes at least. */
  atLeast: z.int().min(1, 'Enter a number of days').max(MAX_CLASS_DAYS),
  /** From this day on. Until then, only the whole class. */
  from: anyDay.optional(),
});
dayPrices.register(z.globalRegistry, { id: 'DayPrices' });

const typedDayPrices = dayPrices.extend({
  prices: z.array(typedPrice.min(0.01, 'Enter a price')).min(1).max(MAX_CLASS_DAYS),
});

/** The same, with the places that are left on each of its days. */
export const soldByDay = dayPrices.extend({ from: day.optional(), left: z.array(sit) });
soldByDay.register(z.globalRegistry, { id: 'SoldByDay' });

/** A class (course) as anyone may see it (spec section 3). `sit` is the number of seats left. */
export const campClass = z.object({
  _id: id,
  name,
  image: optionalPictureUrl,
  sit,
  /** The full price. */
  price,
  /** What anybody who joins today pays, if that is less; its last day; and the price on the day after. */
  early: z
    .object({
      label: z.string(),
      price,
      until: day.nullable(),
      /** How many more seats it holds for, if limited. */
      seats: z.int().optional(),
      then: price,
    })
    .optional(),
  assign_room: room,
  ...campDays,
  /** Set if some of its days can be taken. */
  byDay: soldByDay.optional(),
  course_tag: courseTag,
  /** The instructor's name, or not-assigned. */
  instructor: z.string(),
  instructor_email: z.union([email, z.literal(NOT_ASSIGNED)]),
  details,
  ...classFacts.shape,
  /** Goes up with every change by an admin. A change names the revision it was based on. */
  revision: z.int().min(0),
  /** If no seat is left but some are only held: when the first of these holds ends. */
  nextHoldEnd: moment.nullable(),
  /** How many wait for a seat: people alone, and siblings as one. null if it is too late to wait. */
  waiting: z.int().min(0).nullable(),
  /** Whether it can still be joined. `over` is after its last day; `started` is before that, but too late to join. */
  joining: z.enum(['open', 'started', 'over']),
});
export type CampClass = z.output<typeof campClass>;
campClass.register(z.globalRegistry, { id: 'CampClass' });

/** A class as its page shows it. */
const shownClass = campClass.extend({
  /** Its assistants who want to be named, by name. Missing if there are none. */
  assistants: z.array(z.object({ name, photo: optionalPictureUrl })).optional(),
  /** What may make it cheaper for a family. Missing if nothing does. */
  discounts: shownDiscounts,
  /** What families can add to a seat. Missing if there is nothing. */
  extras: shownExtras,
});
export type ShownClass = z.output<typeof shownClass>;
shownClass.register(z.globalRegistry, { id: 'ShownClass' });

/** A class in the admin's list. */
export const adminClass = campClass.extend({
  /** How many places the class has: free, kept and taken seats, without those for resale. */
  places: sit,
  /** The number of seats that are held and not paid for yet. */
  openHolds: sit,
  /** How many students have a paid seat, and what they paid in total minus refunds, in whole currency units. */
  enrolled: sit,
  paid: z.number().min(0),
  /** A draft is not public and can't be joined. */
  isDraft: z.boolean(),
});
export type AdminClass = z.output<typeof adminClass>;
adminClass.register(z.globalRegistry, { id: 'AdminClass' });

/** What an admin's form has, whether the class is new or not. */
export const classForm = z.object({
  name: typedName,
  sit,
  price: typedPrice,
  assign_room: room,
  course_tag: courseTag,
  /** Needed if the class starts before today, and did not before. */
  confirm_past: z.boolean().optional(),
  /** Its days, from the first to the last. Without them, new first and last days bring the usual ones. */
  days: z.array(anyDay).max(MAX_CLASS_DAYS).optional(),
  /** null if it is only sold as a whole. Missing: as before. */
  byDay: typedDayPrices.nullable().optional(),
  ...changedFacts.shape,
});
classForm.register(z.globalRegistry, { id: 'ClassForm' });

/** Comma-separated values in an address, one for each child that the class is to take. */
const forChildren = <Value extends z.ZodType<unknown, string>>(value: Value, example: string) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(value).max(MAX_SEARCHED_CHILDREN))
    .optional()
    .meta({ examples: [example] });

const classList = listQuery(['camp_start', 'price', 'sit', 'name']);

export const classes = {
  'GET /classes': defineEndpoint({
    summary: 'The open classes that are not over',
    access: { who: 'visitor' },
    cached: true,
    query: classList.extend({
      sort: z
        .enum([...classList.shape.sort.unwrap().options, 'best'])
        .optional()
        .describe('A minus before it reverses it. `best`: the best match of the search first'),
      /** Only classes with seats left. */
      free: z.stringbool().optional(),
      /** The month of the start day, yyyy-mm. */
      month: anyMonth.optional(),
      min_price: z.coerce.number().min(0).optional(),
      max_price: z.coerce.number().min(0).optional(),
      /** The months of children's births, yyyy-mm: only classes that take each of their ages on the first day. */
      born: forChildren(birthMonth, '2018-03,2020-11'),
      /** A day of a week: only classes that meet in the seven days starting with it. */
      week: anyDay.optional(),
      /** Only classes that take each of these ages. Classes without ages take all. */
      age: forChildren(
        z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_AGE)),
        '7,10',
      ),
    }),
    output: z.array(campClass),
  }),

  'GET /classes/:id': defineEndpoint({
    summary: 'One class',
    access: { who: 'visitor' },
    cached: true,
    params: z.object({ id }),
    output: shownClass,
    errors: ['not_found'],
  }),

  'GET /popularclass': defineEndpoint({
    summary: 'The six most expensive classes',
    access: { who: 'visitor' },
    cached: true,
    output: z.array(campClass),
  }),

  'GET /adminClasses': defineEndpoint({
    summary: 'Open classes and drafts',
    access: { who: 'admin' },
    query: listQuery(['camp_start']).extend({
      /** Only this class, if it is one of them. */
      id: id.optional(),
      status: z.enum(['open', 'draft']).optional(),
      season: season.optional(),
      room: z.coerce.number().pipe(room).optional(),
      ...period,
    }),
    output: z.array(adminClass),
  }),

  'POST /addCourse': defineEndpoint({
    summary: 'Add a class or a draft',
    access: { who: 'admin' },
    changesCatalogue: true,
    body: classForm
      .extend({
        image: pictureUrl,
        camp_start: anyDay,
        camp_end: anyDay,
        /** `not-assigned` makes a draft: only admins see it. */
        instructor_email: z
          .string()
          .min(1, 'Please choose an instructor')
          .pipe(z.union([z.literal(NOT_ASSIGNED), email])),
        // Sent by the web app (spec section 7) but not used: the server knows the instructor's name.
        'instructor-name': z.string().optional(),
        details,
      })
      .superRefine(checkRanges),
    output: z.object({ status: z.literal(true), insertedId: id }),
    errors: ['not_found', 'instructor_taken', 'instructor_busy', 'tag_taken', 'starts_in_past'],
  }),

  'PATCH /updateClass/:id': defineAct({
    summary: 'Change a class',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: classForm
      .extend({
        /** The number of seats left when the form was opened. Refused if someone joined or left since then. */
        opened_sit: sit.optional(),
        /**
         * How many places the class has from now on: free, kept and taken. `sit` and `opened_sit` are then
         * ignored, and people may join or leave while the form is open.
         */
        places: sit.optional(),
        /** The revision when the form was opened. Refused if another admin changed the class since then. */
        revision: z.int().min(0).optional(),
        inst_email: z.union([email, z.literal(NOT_ASSIGNED), z.literal('')]).optional(),
        instructor: z.string().optional(),
        details: details.optional(),
        image: pictureUrl.optional(),
        camp_start: anyDay.optional(),
        camp_end: anyDay.optional(),
        /**
         * The number of enrolled students that the admin was shown before changing days, hours, place or room. Refused
         * if it has changed. A change of only the room may omit it, as the spec's form does.
         */
        confirm_affected: sit.optional(),
      })
      .superRefine(checkRanges),
    errors: [
      'not_found',
      'seats_changed',
      'class_changed',
      'instructor_taken',
      'instructor_busy',
      'instructor_assigned',
      'tag_taken',
      'tag_in_use',
      'students_affected',
      'class_is_draft',
      'starts_in_past',
    ],
  }),

  'POST /duplicateCourse/:id': defineEndpoint({
    summary: 'Copy a class as a draft',
    access: { who: 'admin' },
    params: z.object({ id }),
    query: z.object({ to: z.enum(['year', 'week']).optional() }),
    output: z.object({ status: z.literal(true), insertedId: id }),
    errors: ['not_found', 'tag_taken'],
  }),

  'POST /publishCourse/:id': defineAct({
    summary: 'Publish a draft',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    body: z.object({
      /** Needed to publish a class that starts before today. */
      confirm_past: z.boolean().optional(),
    }),
    errors: ['not_found', 'class_changed', 'starts_in_past'],
  }),

  'DELETE /publishCourse/:id': defineAct({
    summary: 'Unpublish a class',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    errors: ['not_found', 'instructor_assigned', 'class_joined'],
  }),

  'DELETE /removeCourse/:id': defineAct({
    summary: 'Archive a class',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ id }),
    errors: ['not_found', 'instructor_assigned'],
  }),
};

type Ranges = Partial<ClassFacts & { camp_start: string; camp_end: string; days: string[] }>;

/** Days, ages and hours come in pairs, so that a change of one end is checked against the other one. R28 */
function checkRanges(ranges: Ranges, context: z.RefinementCtx): void {
  const refuse = (field: keyof Ranges, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { camp_start, camp_end, days, ageFrom, ageTo, dailyStart, dailyEnd } = ranges;
  if ((camp_start === undefined) !== (camp_end === undefined))
    refuse('camp_end', 'A class needs both its start and its end.');
  if (camp_start && camp_end && camp_start > camp_end)
    refuse('camp_end', 'The end date can’t be before the start date');
  if (days?.length === 0) refuse('days', 'Choose at least one day');
  else if (days && new Set(days).size < days.length) refuse('days', 'A day is there twice');
  else if (days && (days.toSorted()[0] !== camp_start || days.toSorted().at(-1) !== camp_end))
    refuse('days', 'The first and the last day must be the class’s start and end');
  if ((ageFrom === undefined) !== (ageTo === undefined))
    refuse('ageTo', 'Both ages must be sent together.');
  if (isNumber(ageFrom) && isNumber(ageTo) && ageFrom > ageTo)
    refuse('ageTo', 'The oldest age can’t be below the youngest');
  if (!dailyStart !== !dailyEnd || (dailyStart === undefined) !== (dailyEnd === undefined))
    refuse('dailyEnd', 'Enter both the start and the end of the day');
  if (dailyStart && dailyEnd && dailyStart >= dailyEnd)
    refuse('dailyEnd', 'The day can’t end before it starts');
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
