import type { ChildContact } from '@speakifyr/contract/children.ts';

/** What the form for a contact asks for. The last day of picking up is empty if there is no end. */
export type ContactValues = Omit<ChildContact, 'pickUpUntil'> & { pickUpUntil: string };

export function toContactValues(contact: ChildContact | undefined): ContactValues {
  if (contact) return { ...contact, pickUpUntil: contact.pickUpUntil ?? '' };
  return {
    name: '',
    phone: '',
    relation: '',
    isEmergency: true,
    mayPickUp: false,
    pickUpUntil: '',
  };
}

export function toContact({ mayPickUp, pickUpUntil, ...values }: ContactValues): ChildContact {
  return {
    name: values.name.trim(),
    phone: values.phone.trim(),
    relation: values.relation.trim(),
    isEmergency: values.isEmergency,
    mayPickUp,
    pickUpUntil: (mayPickUp && pickUpUntil) || null,
  };
}
