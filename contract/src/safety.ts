import * as z from 'zod';
import { medicine, typedMedicine } from './children.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, moment, requestId, requiredText, timeOfDay } from './fields.ts';
import { MAX_HEALTH_LENGTH, MAX_SHORT_LENGTH } from './limits.ts';
import { DOSE_OUTCOMES } from './dose-outcomes.ts';

/** Medicine that the team gives, and incidents: what must be recorded, and is never changed. decisions/0071 */

const text = z.string().trim().max(MAX_HEALTH_LENGTH);
const short = z.string().trim().max(MAX_SHORT_LENGTH);

export const doseFields = medicine.extend({ outcome: z.enum(DOSE_OUTCOMES), note: text });
export const incidentFields = z.object({
  what: z.string().min(1).max(MAX_HEALTH_LENGTH),
  where: short,
  treatment: text,
  witness: short,
  /** When somebody told the parents, by the school's clock; null if nobody has yet. */
  parentsToldAt: timeOfDay.nullable(),
});

/**
 * Sent with each record. `personId`: the child, or the account that joined for itself. `time`: by the school's clock.
 */
export const sentRecord = z.object({
  _id: requestId,
  classId: id,
  day: anyDay,
  personId: id,
  time: timeOfDay,
});
sentRecord.register(z.globalRegistry, { id: 'SentRecord' });

export const safetyRecord = z.object({
  _id: z.uuid(),
  className: z.string(),
  day,
  personId: id,
  name: z.string(),
  at: moment,
  /** Who wrote it down. */
  by: z.string(),
  dose: doseFields.nullable(),
  incident: incidentFields.nullable(),
  /** Corrections and what came later, oldest first. */
  addenda: z.array(z.object({ at: moment, by: z.string(), note: z.string() })),
});
export type Dose = z.output<typeof doseFields>;
doseFields.register(z.globalRegistry, { id: 'Dose' });
export type Incident = z.output<typeof incidentFields>;
incidentFields.register(z.globalRegistry, { id: 'Incident' });

const typedIncident = incidentFields.extend({
  what: requiredText('Say what happened.', MAX_HEALTH_LENGTH),
});
export type SafetyRecord = z.output<typeof safetyRecord>;
safetyRecord.register(z.globalRegistry, { id: 'SafetyRecord' });

const refused = ['not_found', 'not_allowed', 'care_sheet_closed'] as const;

export const safety = {
  'GET /classRecords/:classId/:day': defineEndpoint({
    summary: 'The medicine of a class on a day',
    access: { who: 'registered' },
    params: z.object({ classId: id, day: anyDay }),
    output: z.object({
      /** Everybody in the class, by name. */
      people: z.array(z.object({ personId: id, name: z.string(), medicines: z.array(medicine) })),
      /** The earliest first. */
      records: z.array(safetyRecord),
    }),
    errors: [...refused],
  }),

  'POST /doses': defineAct({
    summary: 'Record a dose, once per `_id`',
    access: { who: 'registered' },
    limited: true,
    body: sentRecord.extend({ dose: doseFields.extend(typedMedicine.pick({ what: true }).shape) }),
    errors: [...refused, 'request_used'],
  }),

  'POST /incidents': defineAct({
    summary: 'Record an incident, once per `_id`',
    access: { who: 'registered' },
    limited: true,
    body: sentRecord.extend({ incident: typedIncident }),
    errors: [...refused, 'request_used'],
  }),

  'POST /addenda/:recordId': defineAct({
    summary: 'Add to a dose or an incident',
    access: { who: 'registered' },
    limited: true,
    params: z.object({ recordId: z.uuid() }),
    body: z.object({ _id: requestId, note: requiredText('Say what to add.', MAX_HEALTH_LENGTH) }),
    errors: [...refused, 'request_used'],
  }),

  'GET /childRecords/:childId': defineEndpoint({
    summary: 'A child’s doses and incidents',
    access: { who: 'registered' },
    params: z.object({ childId: id }),
    output: z.object({ name: z.string(), records: z.array(safetyRecord) }),
    errors: ['not_found'],
  }),
};
