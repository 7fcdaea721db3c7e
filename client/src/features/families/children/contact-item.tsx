import type { ChildContact, KnownContact } from '@speakifyr/contract/children.ts';
import { CarFront, Phone, Siren } from 'lucide-react';
import { formatDay, readToday } from '../../../lib/format.ts';
import { PhoneLink } from '../../../ui/phone-link.tsx';

type Props = {
  contact: KnownContact;
  /** Missing if the person may not change it. */
  actions?: { onChange: () => void; onRemove: () => void } | undefined;
};

/** A person whom the school can call, or who may pick the child up. */
export function ContactItem({ contact, actions }: Props) {
  const { name, phone, relation, isEmergency, enteredBy, asksOffice } = contact;
  // The line below says what holds instead.
  const pickUp = asksOffice ? undefined : describePickUp(contact);
  return (
    <li className="rounded-box border-base-300 border p-4 [overflow-wrap:anywhere]">
      <p>
        <strong>{name}</strong>, {relation}
      </p>
      <p className="mt-1 flex items-center gap-2">
        <Phone className="size-4 shrink-0" aria-hidden="true" />
        <PhoneLink phone={phone} className="link min-w-0" />
      </p>
      {isEmergency && (
        <p className="mt-1 flex items-center gap-2">
          <Siren className="size-4 shrink-0" aria-hidden="true" />
          Call in an emergency
        </p>
      )}
      {pickUp && (
        <p className="mt-1 flex items-center gap-2">
          <CarFront className="size-4 shrink-0" aria-hidden="true" />
          {pickUp}
        </p>
      )}
      {enteredBy && <p className="text-base-content/80 mt-1 text-sm">Entered by {enteredBy}</p>}
      {asksOffice && (
        <p className="text-error mt-1 font-medium">
          Does not pick up unless the office says so. Please call us.
        </p>
      )}
      {actions && (
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="btn btn-outline btn-sm" onClick={actions.onChange}>
            Change <span className="sr-only">{name}</span>
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error"
            onClick={actions.onRemove}
          >
            Remove <span className="sr-only">{name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

/** Whether and until when somebody may pick the child up; undefined if they never could. */
function describePickUp({ mayPickUp, pickUpUntil }: ChildContact): string | undefined {
  if (!mayPickUp) return undefined;
  if (!pickUpUntil) return 'May pick up';
  return pickUpUntil < readToday()
    ? `May no longer pick up: it ended on ${formatDay(pickUpUntil)}`
    : `May pick up until ${formatDay(pickUpUntil)}`;
}
