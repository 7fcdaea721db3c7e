import type { BlockedPerson } from '@speakifyr/contract/must-not-collect.ts';
import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { sayBlocked } from '../lib/describe-care.ts';

type Props = {
  /** The child's. */
  name: string;
  mustNotCollect: BlockedPerson[];
  /** Whether that is kept from the reader: it is their own child. R712 */
  isKept?: true | undefined;
  /** What to do if they come. */
  children?: ReactNode;
};

/** Who must not collect a child, in a box, above everybody who may. Renders nothing if there is nobody. */
export function BlockedPeople({ name, mustNotCollect, isKept, children }: Props) {
  if (isKept)
    return (
      <p className="border-error rounded-field border-2 p-3 font-semibold [overflow-wrap:anywhere] print:border-black print:p-1.5">
        Ask a colleague who may collect {name}. You are a guardian, so it is not shown to you, nor
        on what you print.
      </p>
    );
  if (mustNotCollect.length === 0) return null;
  return (
    <section
      aria-label={`Must not collect ${name}`}
      className="border-error rounded-field border-2 p-3 [overflow-wrap:anywhere] print:border-4 print:border-black print:p-1.5"
    >
      <p className="flex items-center gap-2 text-lg font-extrabold print:text-sm">
        <Ban
          className="text-error size-6 shrink-0 print:size-4 print:text-black"
          aria-hidden="true"
        />
        Must not collect {name}
      </p>
      <ul className="mt-1 space-y-1">
        {mustNotCollect.map((blocked, place) => {
          const { who, why } = sayBlocked(blocked);
          return (
            <li key={place}>
              <strong className="text-error text-xl print:text-base print:text-black">{who}</strong>
              <span className="block">{why}</span>
            </li>
          );
        })}
      </ul>
      {children && <p className="mt-2 font-semibold">{children}</p>}
    </section>
  );
}
