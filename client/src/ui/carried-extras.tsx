import type { CarriedExtra } from '@speakifyr/contract/extras.ts';
import { nameExtra, summarizeExtras } from '@speakifyr/contract/seat-extras.ts';

type Carrier = { extras?: CarriedExtra[] | undefined };

/** A child's extras, for those who look after it. R445 */
export function CarriedExtras({ extras = [] }: Carrier) {
  if (extras.length === 0) return null;
  return (
    <span className="block text-sm font-normal [overflow-wrap:anywhere]">
      {extras.map(nameExtra).join('; ')}
    </span>
  );
}

/** How many of each a class has, or a day of it: `Lunch 12; T-shirt: S 3, M 4`. */
export function ExtrasOfClass({ people }: { people: Carrier[] }) {
  // Who has lunch on further days has it once.
  const all = people.flatMap(({ extras = [] }) => [
    ...new Map(extras.map((one) => [`${one.label}, ${one.option}`, one])).values(),
  ]);
  if (all.length === 0) return null;
  return (
    <p className="mb-3 [overflow-wrap:anywhere]">
      <strong>Extras:</strong> {summarizeExtras(all)}
      {all.some(({ on }) => on) && (
        <span className="print:hidden">
          . Some only on some days: the day list counts each day.
        </span>
      )}
    </p>
  );
}
