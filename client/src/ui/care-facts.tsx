import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import { Footprints, TriangleAlert } from 'lucide-react';
import { afterLabel, type CareAdult, type HealthLine } from '../lib/describe-care.ts';
import { PhoneLink } from './phone-link.tsx';

/** What the family has said about health, a line for each thing. Severe allergies stand out, also on black and white paper. */
export function HealthLines({ lines }: { lines: HealthLine[] }) {
  return (
    <ul className="space-y-1">
      {lines.map(({ label, text, isSevere }, index) => (
        <li
          key={index}
          className={`[overflow-wrap:anywhere] whitespace-pre-line ${isSevere ? 'border-error rounded-field border-2 px-2 py-1 font-bold print:border-black' : ''}`}
        >
          {isSevere && (
            <TriangleAlert
              className="text-error mr-1 inline size-4 align-[-0.15em] print:text-black"
              aria-hidden="true"
            />
          )}
          <span className={isSevere ? 'uppercase' : 'font-semibold'}>{label}</span>
          <span>{afterLabel({ label, text })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The adults of a child, each with a phone number and what they may do. */
export function AdultLines({ adults }: { adults: CareAdult[] }) {
  return (
    <ul className="space-y-1">
      {adults.map(({ who, phone, may }, index) => (
        <li key={index} className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{who}</span>
          {': '}
          <span>
            {phone === null ? 'no phone number' : <PhoneLink phone={phone} className="link" />}
          </span>
          {may && <span>{`. ${may}`}</span>}
        </li>
      ))}
    </ul>
  );
}

/** From when on a child may leave alone. Renders nothing if it may not. */
export function LeavesAlone({ from }: { from: string | null }) {
  if (from === null) return null;
  return (
    <p className="flex items-start gap-2">
      <Footprints className="mt-0.5 size-5 shrink-0 print:size-4" aria-hidden="true" />
      May leave alone from {formatTimeOfDay(from)}
    </p>
  );
}
