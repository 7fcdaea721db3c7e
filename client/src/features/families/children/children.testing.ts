import type {
  ChildContact,
  ChildDetails,
  KnownContact,
  ListedChild,
  StoredHealth,
} from '@speakifyr/contract/children.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { student } from '../../../testing/render.tsx';
import { nextYear } from '../../../testing/today.ts';

/** A child as the API lists it, whose guardian may do everything. */
export function buildChild(changes: Partial<ListedChild> = {}): ListedChild {
  return {
    _id: 'b'.repeat(24),
    name: 'Mia Feldsee',
    birthDate: '2017-06-03',
    note: '',
    may: ['see', 'book'],
    health: 'answered',
    hasContacts: false,
    allowedClasses: [],
    ...changes,
  };
}

/** A child as its page has it, added by the student themself, with everything to see and change. */
export function buildChildDetails(changes: Partial<ChildDetails> = {}): ChildDetails {
  const { _id, name, email } = student;
  return {
    ...buildChild(),
    guardians: [{ _id, name, email, may: ['see', 'book'], isYou: true, canRemove: false }],
    invitations: [],
    costShare: null,
    contacts: [],
    pickupCode: null,
    mustNotCollect: [],
    photo: null,
    mayLeaveAlone: null,
    healthAnswer: buildHealth(),
    canChange: true,
    canDelete: true,
    ...changes,
  };
}

/** An answer about a child's health. */
export function buildHealth(changes: Partial<StoredHealth> = {}): StoredHealth {
  return {
    medicines: [],
    allergies: [{ what: 'Peanuts', isSevere: true, whatToDo: 'Use the pen, then call 112.' }],
    medication: 'Two puffs before sport',
    notes: '',
    nothingToTell: false,
    confirmedAt: '2026-06-03T08:00:00.000Z',
    consent: {
      at: '2026-06-03T08:00:00.000Z',
      by: student._id,
      textVersion: FIRST_TEXT_VERSION,
    },
    ...changes,
  };
}

/** As a guardian reads it who entered it. */
export function buildKnown(
  contact: ChildContact,
  changes: Partial<KnownContact> = {},
): KnownContact {
  return { ...contact, enteredBy: null, asksOffice: false, ...changes };
}

export const grandfather: ChildContact = {
  name: 'Olaf Feldsee',
  phone: '+880 1711-555',
  relation: 'Grandfather',
  isEmergency: true,
  mayPickUp: true,
  pickUpUntil: nextYear('08-05'),
};
