import * as z from 'zod';
import { ownPhoto } from './child-photos.ts';
import { costShare } from './cost-share.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { formFacts } from './form-facts.ts';
import { healthState } from './health-state.ts';
import {
  age,
  anyDay,
  auditNote,
  birthDate,
  day,
  email,
  id,
  moment,
  name,
  personName,
  phone,
  requiredText,
  shownEmail,
  timeOfDay,
  typedPhone,
} from './fields.ts';
import {
  GUARDIAN_RIGHTS,
  MAX_ALLERGIES,
  MAX_CONTACTS,
  MAX_HEALTH_LENGTH,
  MAX_MEDICINES,
  MAX_NOTE_LENGTH,
  MAX_SHORT_LENGTH,
} from './limits.ts';
import { leaveAloneOfChild } from './leave-alone.ts';
import { VERDICTS } from './judge-collector.ts';
import { blockedPerson, ownBlock } from './must-not-collect.ts';
import { entryCode } from './payments.ts';
import { ownPickupCode } from './pickup-codes.ts';
import { hasVisible } from './visible-text.ts';
import { agreedVersion } from './text-version.ts';

/** Children, their guardians, contacts and health, and the care sheet of a class. */

/** A guardian may see the child's classes, contacts and health; or book classes. With both: change the child, too. */
export const rights = z
  .array(z.enum(GUARDIAN_RIGHTS))
  .min(1, 'Choose at least one.')
  .refine((list) => new Set(list).size === list.length, 'Each one only once.');
rights.register(z.globalRegistry, { id: 'GuardianRights' });

export const childFields = z.object({
  name,
  birthDate,
  /** School year, or a note for the instructor; may be empty. Never for health. */
  note: z.string().trim().max(MAX_NOTE_LENGTH),
});

/** As somebody types them. */
const typedChild = childFields.extend({ name: personName });

/** A child that the school knows. */
export const knownChild = childFields.extend({
  _id: id,
  /** The classes that the child may join although it is outside their ages. */
  allowedClasses: z.array(id),
});
knownChild.register(z.globalRegistry, { id: 'KnownChild' });

/** A child and what the caller may do for it. */
export const guardedChild = knownChild.extend({ may: rights });
guardedChild.register(z.globalRegistry, { id: 'GuardedChild' });

export const listedChild = guardedChild.extend({
  health: healthState,
  /** Whether the caller can see contacts that are named. */
  hasContacts: z.boolean(),
});
export type ListedChild = z.output<typeof listedChild>;
listedChild.register(z.globalRegistry, { id: 'ListedChild' });

export const childContact = z.object({
  name,
  phone,
  /** Such as mother, grandfather or neighbor. */
  relation: z.string(),
  isEmergency: z.boolean(),
  mayPickUp: z.boolean(),
  /** The last day on which they may pick the child up; null for no end. Only with `mayPickUp`. */
  pickUpUntil: day.nullable(),
});
export type ChildContact = z.output<typeof childContact>;
childContact.register(z.globalRegistry, { id: 'ChildContact' });

const typedContact = childContact.extend({
  name: personName,
  phone: typedPhone,
  relation: requiredText('Say who this is.', MAX_SHORT_LENGTH),
  pickUpUntil: anyDay.nullable(),
});
typedContact.register(z.globalRegistry, { id: 'TypedContact' });
export const typedContacts = z.array(typedContact).max(MAX_CONTACTS);
/** The contacts that the page showed. If this is missing, the new list replaces any other. */
export const seenContacts = z.array(childContact).optional();

/** A contact as guardians and the office read it. */
export const knownContact = childContact.extend({
  /** The guardian who entered it; null if the caller did, or nobody knows. */
  enteredBy: z.string().nullable(),
  /** Who entered it must not collect the child today, so nobody hands it to this contact without the office. */
  asksOffice: z.boolean(),
});
export type KnownContact = z.output<typeof knownContact>;
knownContact.register(z.globalRegistry, { id: 'KnownContact' });

const text = z.string().trim().max(MAX_HEALTH_LENGTH);

/** A medicine that the camp gives the child. */
export const medicine = z.object({
  what: z.string().min(1).max(MAX_SHORT_LENGTH),
  howMuch: z.string().trim().max(MAX_SHORT_LENGTH),
  /** At this time each day; null if only when needed. */
  at: timeOfDay.nullable(),
});
export type Medicine = z.output<typeof medicine>;
medicine.register(z.globalRegistry, { id: 'Medicine' });

export const typedMedicine = medicine.extend({
  what: requiredText('Say what it is.', MAX_SHORT_LENGTH),
  howMuch: medicine.shape.howMuch.refine(hasVisible, 'Say how much.'),
});

const allergy = z.object({
  what: z.string().min(1).max(MAX_SHORT_LENGTH),
  isSevere: z.boolean(),
  whatToDo: text,
});
allergy.register(z.globalRegistry, { id: 'Allergy' });

/** What everybody who looks after the child must know at once, also on a phone without a connection. */
export const severeAllergy = allergy.omit({ isSevere: true });
export type SevereAllergy = z.output<typeof severeAllergy>;
severeAllergy.register(z.globalRegistry, { id: 'SevereAllergy' });

const typedAllergy = allergy.extend({
  what: requiredText('Say what the allergy is.', MAX_SHORT_LENGTH),
});

export const healthAnswer = z.object({
  allergies: z.array(allergy).max(MAX_ALLERGIES),
  medication: text,
  medicines: z.array(medicine).max(MAX_MEDICINES),
  notes: text,
  /** Says that there are no allergies, no medication and no notes. An empty form is no answer. */
  nothingToTell: z.boolean(),
});
export type HealthAnswer = z.output<typeof healthAnswer>;
healthAnswer.register(z.globalRegistry, { id: 'HealthAnswer' });

/** As a guardian, or the office from a paper, fills it in. */
export const typedHealth = healthAnswer
  .extend({
    allergies: z.array(typedAllergy).max(MAX_ALLERGIES),
    medicines: z.array(typedMedicine).max(MAX_MEDICINES),
    nothingToTell: z.boolean('Please choose one.'),
    /** The version of the consent text that the parent agreed to. */
    consent: agreedVersion('We can keep this information only if you agree to it.'),
    /**
     * When the answer that the person saw was confirmed; null if there was none. If another guardian has answered
     * since, nothing is saved. Without it, whatever is there is replaced.
     */
    seen: moment.nullable().optional(),
  })
  .refine(
    ({ nothingToTell, allergies, medicines, medication, notes }) =>
      nothingToTell === (allergies.length + medicines.length === 0 && !medication && !notes),
    {
      message: 'Fill something in, or say that there is nothing to report; not both.',
      path: ['nothingToTell'],
    },
  );
typedHealth.register(z.globalRegistry, { id: 'TypedHealth' });

/** A health answer as the parent and the care sheet see it. */
export const storedHealth = healthAnswer.extend({
  /** When a guardian last confirmed it, or the office entered it. */
  confirmedAt: moment,
  consent: z.object({
    at: moment,
    by: z.string(),
    textVersion: z.string(),
    /** Where the signature is, if the office entered it from a paper. */
    paper: z.string().optional(),
  }),
});
export type StoredHealth = z.output<typeof storedHealth>;
storedHealth.register(z.globalRegistry, { id: 'StoredHealth' });

const guardian = z.object({
  _id: id,
  name: z.string(),
  /** null unless it is the caller’s own, or the caller invited them. */
  email: shownEmail.nullable(),
  may: rights,
  isYou: z.boolean(),
  /** The caller can remove guardians they invited, and themselves. Nobody can remove a child's last guardian. */
  canRemove: z.boolean(),
});

const sentInvitation = z.object({ _id: id, email, may: rights, expiresAt: moment });

/** A child with everything that the caller may see. */
export const childDetails = listedChild.extend({
  guardians: z.array(guardian),
  invitations: z.array(sentInvitation),
  /** null if there is none, or it is between two other guardians. */
  costShare: costShare.nullable(),
  /** null if the caller may not see it. */
  contacts: z.array(knownContact).nullable(),
  /** null if there is none that works, or the caller may not see it. */
  pickupCode: ownPickupCode.nullable(),
  /** What the caller said about who must not collect the child. Nobody reads what others said. */
  mustNotCollect: z.array(ownBlock),
  /** null if there is none, or the caller may not see it. */
  photo: ownPhoto.nullable(),
  /** null if no guardian lets the child leave alone, or the caller may not see it. */
  mayLeaveAlone: leaveAloneOfChild.nullable(),
  /** null if nobody has answered, or the caller may not see it. */
  healthAnswer: storedHealth.nullable(),
  /** Whether the caller may change the child, its contacts, health and guardians. */
  canChange: z.boolean(),
  /** Whether the caller added the child, and so may delete it. */
  canDelete: z.boolean(),
});
export type ChildDetails = z.output<typeof childDetails>;
childDetails.register(z.globalRegistry, { id: 'ChildDetails' });

const receivedInvitation = z.object({
  _id: id,
  childName: name,
  from: z.object({ name: z.string(), email: shownEmail }),
  may: rights,
  expiresAt: moment,
});

const theChild = z.object({ id });

const ageException = z.object({
  childId: id,
  classId: id,
  note: auditNote,
});
ageException.register(z.globalRegistry, { id: 'AgeException' });

/** A person on the care sheet of a class. An account that joined for itself has neither age nor health. */
export const carePerson = z.object({
  cartId: id,
  entry_code: entryCode,
  name: z.string(),
  childId: id.nullable(),
  /** On the first day of the class. */
  age: age.nullable(),
  note: z.string(),
  hasSevereAllergy: z.boolean(),
  /** null if nobody has answered yet, or nobody is asked. */
  health: storedHealth.nullable(),
  /** What forms asked about the child’s health. Missing if nothing was answered. */
  formFacts,
  /** Emergency contacts first. Pick-up permissions that end before the class are left out. */
  contacts: z.array(childContact),
  /** Somebody who joined for themselves is their own. */
  guardians: z.array(
    z.object({
      name: z.string(),
      email: shownEmail,
      /** null if there is none, or they must not collect the child. */
      phone: z.string().nullable(),
      mayCollect: z.enum(VERDICTS),
    }),
  ),
  /** Also from a later day on: a sheet is printed before. */
  mustNotCollect: z.array(blockedPerson),
  /** It is the reader’s own child: what others may not do and its contacts are left to a colleague. */
  isKept: z.literal(true).optional(),
  /** The child may leave alone from this time on; null if no guardian allows it. */
  mayLeaveAloneFrom: timeOfDay.nullable(),
});
export type CarePerson = z.output<typeof carePerson>;
carePerson.register(z.globalRegistry, { id: 'CarePerson' });

export const children = {
  'GET /myChildren': defineEndpoint({
    summary: 'Own children, and invitations',
    access: { who: 'student' },
    output: z.object({
      children: z.array(listedChild),
      invitations: z.array(receivedInvitation),
    }),
  }),

  'POST /myChildren': defineEndpoint({
    summary: 'Add a child',
    access: { who: 'student' },
    limited: true,
    body: typedChild.partial({ note: true }),
    output: z.object({ status: z.literal(true), child: listedChild }),
    errors: ['too_many_children', 'child_exists'],
  }),

  'GET /myChildren/:id': defineEndpoint({
    summary: 'A child',
    access: { who: 'student' },
    params: theChild,
    output: childDetails,
    errors: ['not_found'],
  }),

  'PATCH /myChildren/:id': defineAct({
    summary: 'Change a child’s facts',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: typedChild.partial(),
    errors: ['not_found', 'guardian_may_not', 'child_exists'],
  }),

  'DELETE /myChildren/:id': defineAct({
    summary: 'Delete a child without seats to come',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'guardian_may_not', 'child_has_seats', 'still_owes'],
  }),

  'PUT /myChildren/:id/health': defineEndpoint({
    summary: 'Answer about a child’s health',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: typedHealth,
    output: z.object({ status: z.literal(true), confirmedAt: moment }),
    errors: ['not_found', 'guardian_may_not', 'health_changed', 'text_changed'],
  }),

  'DELETE /myChildren/:id/health': defineAct({
    summary: 'Withdraw the consent',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'guardian_may_not'],
  }),

  'PUT /myChildren/:id/contacts': defineAct({
    summary: 'Replace a child’s contacts',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: z.object({ contacts: typedContacts, seenContacts }),
    errors: ['not_found', 'guardian_may_not', 'contacts_changed'],
  }),

  'POST /myChildren/:id/guardians': defineAct({
    summary: 'Invite another guardian by email',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    params: theChild,
    body: z.object({ email, may: rights }),
    errors: [
      'not_found',
      'guardian_may_not',
      'verify_email_first',
      'too_many_guardians',
      'already_guardian',
      'invited_today',
    ],
  }),

  'DELETE /myChildren/:id/guardians/:guardianId': defineAct({
    summary: 'Remove a guardian, or stop being one',
    access: { who: 'student' },
    limited: true,
    params: z.object({ id, guardianId: id }),
    errors: ['not_found', 'guardian_may_not', 'last_guardian', 'still_owes'],
  }),

  'DELETE /myChildren/:id/invitations/:invitationId': defineAct({
    summary: 'Take back an invitation',
    access: { who: 'student' },
    limited: true,
    params: z.object({ id, invitationId: id }),
    errors: ['not_found', 'guardian_may_not'],
  }),

  'POST /myInvitations/:invitationId': defineEndpoint({
    summary: 'Accept an invitation',
    access: { who: 'student' },
    limited: true,
    params: z.object({ invitationId: id }),
    output: z.object({ status: z.literal(true), childId: id }),
    errors: ['not_found', 'verify_email_first', 'too_many_children', 'too_many_guardians'],
  }),

  'DELETE /myInvitations/:invitationId': defineAct({
    summary: 'Decline an invitation',
    access: { who: 'student' },
    limited: true,
    params: z.object({ invitationId: id }),
    errors: ['not_found', 'verify_email_first'],
  }),

  'DELETE /children/:id/guardians/:guardianId': defineAct({
    summary: 'Remove a guardian',
    access: { who: 'admin' },
    params: z.object({ id, guardianId: id }),
    body: z.object({ note: auditNote }),
    errors: ['own_family', 'not_found', 'last_guardian', 'still_owes'],
  }),

  'POST /ageExceptions': defineAct({
    summary: 'Let a child of another age join',
    access: { who: 'admin' },
    body: ageException,
    errors: ['own_family', 'not_found'],
  }),

  'DELETE /ageExceptions': defineAct({
    summary: 'Take that back. The seat stays',
    access: { who: 'admin' },
    body: ageException,
    errors: ['own_family', 'not_found'],
  }),
};

export const care = {
  'GET /classCare/:classId': defineEndpoint({
    summary: 'The care sheet of a class',
    access: { who: 'registered' },
    params: z.object({ classId: id }),
    output: z.object({
      classId: id,
      name,
      camp_start: day,
      camp_end: day,
      people: z.array(carePerson),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),
};
