import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { nameAdult } from '../../lib/describe-care.ts';
import { CarriedExtras } from '../../ui/carried-extras.tsx';
import { Check } from '../../ui/check.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { RedMark } from './red-mark.tsx';
import { SevereAllergies } from './severe-allergies.tsx';
import type { PersonHere } from './who-is-here.ts';

type Props = {
  person: PersonHere;
  /** Undefined without a roll call. */
  isSeen: boolean | undefined;
  onTick: (personId: string, isSeen: boolean) => void;
};

/** Somebody who is or may be here, with whom to call. A tick rerenders only this row. */
export const PersonToFind = memo(function PersonToFind({ person, isSeen, onTick }: Props) {
  const { name, age, hasSevereAllergy, severeAllergies, state, adults } = person;
  const title = (
    <span className="text-lg font-bold">
      <span>{name.trim() || 'Not Found'}</span>
      {age !== null && <span className="font-semibold">, age {age}</span>}
    </span>
  );
  return (
    <li className="card bg-base-100 text-base-content shadow-card border-l-4 border-base-content/40 p-3 print:break-inside-avoid">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {isSeen === undefined ? (
          <h3 className="min-w-0 break-words">{title}</h3>
        ) : (
          <h3 className="min-w-0 flex-1">
            <Check
              checked={isSeen}
              onChange={({ target }) => onTick(person.personId, target.checked)}
            >
              {title}
            </Check>
          </h3>
        )}
        {hasSevereAllergy && severeAllergies.length === 0 && (
          <RedMark icon={TriangleAlert}>Severe allergy</RedMark>
        )}
      </div>
      <SevereAllergies allergies={severeAllergies} />
      <CarriedExtras extras={person.extras} />
      {state === 'expected' && <p>Expected, not checked in</p>}
      <Calls adults={adults} />
    </li>
  );
});

function Calls({ adults }: { adults: PersonHere['adults'] }) {
  if (adults.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 [overflow-wrap:anywhere]">
      {adults.map((adult, index) => (
        <li key={index} className="flex flex-wrap items-center gap-x-2">
          {nameAdult(adult)}
          {adult.phone === null ? (
            <span>: no number</span>
          ) : (
            <PhoneLink
              phone={adult.phone}
              className="link inline-flex min-h-11 items-center font-semibold"
            />
          )}
        </li>
      ))}
    </ul>
  );
}
