import type { CarePerson, ChildContact, SevereAllergy } from '@speakifyr/contract/children.ts';
import type { Verdict } from '@speakifyr/contract/judge-collector.ts';
import type { BlockedPerson } from '@speakifyr/contract/must-not-collect.ts';
import { capitalize } from './capitalize.ts';
import { describeMedicine } from './describe-medicine.ts';
import { formatDate, formatDay, readToday } from './format.ts';

/** What a person needs to know about a child in an emergency, in words: on screens, on paper and in files. */

/**
 * Somebody's part of a care sheet that was loaded at another moment than the list that has them. A seat that gets another
 * child keeps its code, so the code alone is not enough: one child would get the health of another one.
 */
export function findCareOf(
  care: CarePerson[],
  { code, childId }: { code: string | null; childId: string | null },
): CarePerson | undefined {
  return care.find((one) => one.entry_code === code && one.childId === childId);
}

/** `Peanuts: the pen is in the blue bag`. */
export function sayAllergy({ what, whatToDo }: SevereAllergy): string {
  return whatToDo ? `${what}: ${whatToDo}` : what;
}

export type HealthLine = { label: string; text: string; isSevere?: true };

/** What follows a label: a question of a form has its own mark. */
export function afterLabel({ label, text }: Pick<HealthLine, 'label' | 'text'>): string {
  return label.endsWith('?') ? ` ${text}` : `: ${text}`;
}

/**
 * What the family has said about health, the severe allergies first, and at last what forms asked. Empty for somebody who
 * joined for themselves. R695
 */
export function listHealth({
  childId,
  health,
  formFacts = [],
}: Pick<CarePerson, 'childId' | 'health' | 'formFacts'>): HealthLine[] {
  if (childId === null) return [];
  return [...listAnswer(health), ...formFacts.map(({ label, text }) => ({ label, text }))];
}

function listAnswer(health: CarePerson['health']): HealthLine[] {
  if (!health) return [{ label: 'Health', text: 'Information is missing. Ask the family.' }];
  const { allergies, medicines, medication, notes, nothingToTell } = health;
  if (nothingToTell) return [{ label: 'Health', text: 'The parents have nothing to report.' }];
  return [
    ...allergies
      .toSorted((a, b) => Number(b.isSevere) - Number(a.isSevere))
      .map((allergy) =>
        allergy.isSevere
          ? { label: 'Severe allergy', text: sayAllergy(allergy), isSevere: true as const }
          : { label: 'Allergy', text: sayAllergy(allergy) },
      ),
    ...medicines.map((medicine) => ({
      label: 'Medicine that we give',
      text: describeMedicine(medicine),
    })),
    ...(medication ? [{ label: 'Other medication', text: medication }] : []),
    ...(notes ? [{ label: 'Notes', text: notes }] : []),
  ];
}

/** Who must not collect a child, with an account's name of today, and since or from when on. */
export function sayBlocked({ name, nameNow, since, note }: BlockedPerson): {
  who: string;
  why: string;
} {
  const when = `${since > readToday() ? 'From' : 'Since'} ${formatDate(since)}`;
  return {
    who: nameNow ? `${name}, now ${nameNow}` : name,
    why: note ? `${when}. ${note}` : when,
  };
}

/** `Grandma (Inge Byron)`: what the team knows them as comes first. */
export function nameAdult({ name, relation }: { name: string; relation: string }): string {
  return relation ? `${capitalize(relation)} (${name})` : name;
}

const MAY_COLLECT: Record<Verdict, string> = {
  free: 'May pick up',
  'in doubt': 'Ask the office before they pick up',
  blocked: 'Must not pick up',
};

export type CareAdult = {
  /** `Grandma (Inge Byron)`. */
  who: string;
  /** null if the school has none. */
  phone: string | null;
  /** `Emergency contact, May pick up`. */
  may: string;
};

/** The adults of a child on the care sheet: guardians, then contacts. Somebody who joined for themselves is their own. */
export function listAdults({
  childId,
  guardians,
  contacts,
}: Pick<CarePerson, 'childId' | 'guardians' | 'contacts'>): CareAdult[] {
  return [
    ...guardians.map(({ name, phone, mayCollect }) => ({
      who: childId === null ? name : nameAdult({ name, relation: 'guardian' }),
      phone,
      may: childId === null ? '' : MAY_COLLECT[mayCollect],
    })),
    ...contacts.map((contact) => ({
      who: nameAdult(contact),
      phone: contact.phone,
      may: [...(contact.isEmergency ? ['Emergency contact'] : []), describePickUp(contact)].join(
        ', ',
      ),
    })),
  ];
}

/**
 * Whether a contact may pick the child up. A permission that ends before the class does names its last day.
 * @param campEnd the last day of a class: permissions that end after it are not said to end
 */
export function describePickUp(
  { mayPickUp, pickUpUntil }: Pick<ChildContact, 'mayPickUp' | 'pickUpUntil'>,
  campEnd?: string,
): string {
  if (!mayPickUp) return 'May not pick up';
  if (pickUpUntil === null || (campEnd && pickUpUntil >= campEnd)) return MAY_COLLECT.free;
  return pickUpUntil < readToday()
    ? `May no longer pick up: the permission ended on ${formatDay(pickUpUntil)}`
    : `${MAY_COLLECT.free} until ${formatDay(pickUpUntil)}, that day included`;
}
