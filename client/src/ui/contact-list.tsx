import type { ChildContact, KnownContact } from '@speakifyr/contract/children.ts';
import { Phone } from 'lucide-react';
import { describePickUp } from '../lib/describe-care.ts';
import { PhoneLink } from './phone-link.tsx';

type Props = {
  contacts: (ChildContact & Partial<KnownContact>)[];
  /** The last day of a class: permissions that end after it are not said to end. */
  campEnd?: string;
};

/** Whom to call in an emergency, and who may pick the child up. */
export function ContactList({ contacts, campEnd }: Props) {
  if (contacts.length === 0) return <p>The parents haven’t named anyone yet.</p>;
  return (
    <ul className="space-y-2.5 print:space-y-1">
      {contacts.map((contact, index) => (
        <li key={index} className="break-words">
          <p>
            <strong>{contact.name}</strong> ({contact.relation})
          </p>
          <p>
            <PhoneLink
              phone={contact.phone}
              className="link inline-flex items-center gap-1.5"
              icon={<Phone className="size-4 print:hidden" aria-hidden="true" />}
            />
          </p>
          <p className="text-sm font-semibold">
            {[
              ...(contact.isEmergency ? ['Emergency contact'] : []),
              ...(contact.asksOffice ? [] : [describePickUp(contact, campEnd)]),
            ].join(' · ')}
          </p>
          {contact.enteredBy && <p className="text-sm">Entered by {contact.enteredBy}</p>}
          {contact.asksOffice && (
            <p className="text-error text-sm font-semibold">
              Entered by somebody who is blocked: collects only if the office lets them.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
