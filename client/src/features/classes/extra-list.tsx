import type { ShownClass } from '@speakifyr/contract/classes.ts';
import { nameWithHours } from '@speakifyr/contract/seat-extras.ts';
import { formatDollars } from '../../lib/format.ts';

/** What families can add to a seat of the class, once it is in their cart or later. R440 */
export function ExtraList({ extras = [] }: Pick<ShownClass, 'extras'>) {
  if (extras.length === 0) return null;
  return (
    <section className="mt-3 text-sm" aria-label="Extras">
      <p className="font-semibold">You can add:</p>
      <ul className="text-base-content/80 mt-1 space-y-1">
        {extras.map(({ price, per, options, ...extra }, index) => (
          <li
            key={index}
            className="[overflow-wrap:anywhere]"
          >{`${nameWithHours(extra)} ${formatDollars(price / 100)}${per === 'day' ? ' a day' : ''}${options.length > 0 ? ` (${options.join(', ')})` : ''}`}</li>
        ))}
      </ul>
    </section>
  );
}
