import type { ChildContact, KnownContact } from '@speakifyr/contract/children.ts';
import type { SignedPaper } from './signed-paper.ts';

/** What the form for a contact asks for. The last day of picking up is empty if there is no end. R252 */
export type ContactValues = Omit<ChildContact, 'pickUpUntil'> & { pickUpUntil: string };

/** Who fills the form in, for a contact that is that person. */
export type Self = { name: string; phone?: string | undefined };

/** @param self only for a new contact: the person who fills the form in, if it is about them */
export function toContactValues(
  contact: ChildContact | undefined,
  self: Self | undefined,
): ContactValues {
  if (contact) return { ...contact, pickUpUntil: contact.pickUpUntil ?? '' };
  if (self)
    return {
      name: self.name,
      phone: self.phone ?? '',
      relation: 'Parent',
      isEmergency: true,
      mayPickUp: true,
      pickUpUntil: '',
    };
  return {
    name: '',
    phone: '',
    relation: '',
    isEmergency: true,
    mayPickUp: false,
    pickUpUntil: '',
  };
}

/** What is sent: who entered a contact is the server's to know. */
export function withoutGiver(contacts: (ChildContact | KnownContact)[]): ChildContact[] {
  return contacts.map(({ name, phone, relation, isEmergency, mayPickUp, pickUpUntil }) => ({
    name,
    phone,
    relation,
    isEmergency,
    mayPickUp,
    pickUpUntil,
  }));
}

/** The last day goes with the permission. */
export function toContact(values: ContactValues): ChildContact {
  return { ...values, pickUpUntil: (values.mayPickUp && values.pickUpUntil) || null };
}

/** The call that replaces a child's contacts: a guardian's, or the office's with what a guardian has signed. */
export function nameContactsCall(paper: SignedPaper | undefined) {
  return paper ? 'PUT /children/:id/paperForm' : 'PUT /myChildren/:id/contacts';
}

/** What `nameContactsCall` sends: the contacts, and those that were there when it began. */
export function toContactsInput(
  id: string,
  { contacts, seen }: Record<'contacts' | 'seen', (ChildContact | KnownContact)[]>,
  paper: SignedPaper | undefined,
) {
  const body = { contacts: withoutGiver(contacts), seenContacts: withoutGiver(seen) };
  // TypeScript can't tie the call to its body.
  return { params: { id }, body: paper ? { ...body, paper: paper.paper } : body } as never;
}
