import { Phone } from 'lucide-react';
import { nameAdult } from '../../lib/describe-care.ts';
import { PhoneLink } from '../../ui/phone-link.tsx';
import type { PersonNow } from './read-person.ts';

/** Whom to call about somebody, and who may pick them up. */
export function PersonCalls({ person: { adults } }: { person: PersonNow }) {
  if (adults.length === 0) return <p>The family hasn’t named anyone yet.</p>;
  return (
    <ul className="space-y-2">
      {adults.map((adult, index) => (
        <li key={index} className="[overflow-wrap:anywhere]">
          <p>
            {nameAdult(adult)}
            {adult.mayCollect && <strong> · May pick up</strong>}
            {adult.asksOffice && (
              <strong className="text-error text-xl">
                {' · Entered by somebody who is blocked: ask the office'}
              </strong>
            )}
            {adult.isBlocked && (
              <strong className="text-error text-xl">
                {adult.isInDoubt ? ' · Ask the office before they pick up' : ' · Must not pick up'}
              </strong>
            )}
          </p>
          {adult.phone === null ? (
            <p>No phone number</p>
          ) : (
            <PhoneLink
              phone={adult.phone}
              className="link inline-flex min-h-12 items-center gap-2 font-semibold"
              icon={<Phone className="size-5 shrink-0" aria-hidden="true" />}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
