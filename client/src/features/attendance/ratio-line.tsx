import type { ChildRatio } from '@speakifyr/contract/child-ratio.ts';
import { TriangleAlert } from 'lucide-react';
import { countOf } from '../../lib/count-of.ts';

type Props = {
  ratio: ChildRatio;
  /** How many children one adult may have; 0 for no limit. */
  most: number;
};

/**
 * How many children there are for each adult: `9 children here, 2 adults: 1 to 5`. Renders nothing without a child.
 * R418
 */
export function RatioLine({ ratio, most }: Props) {
  const { children, isTooMany } = ratio;
  if (children === 0) return null;
  if (!isTooMany) return <p className="mb-2">{describeRatio(ratio)}</p>;
  return (
    <p className="bg-base-100 border-error text-error rounded-field mb-2 flex items-center gap-2 border-2 p-2 text-xl font-bold">
      <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
      <span>{`${describeRatio(ratio)}${most > 0 ? `. At most 1 to ${most}` : ''}`}</span>
    </p>
  );
}

function describeRatio({ children, adults, perAdult }: ChildRatio): string {
  const here = `${countOf(children, 'child', 'children')} here`;
  if (perAdult === null) return `${here}, no adult on the team`;
  return `${here}, ${countOf(adults, 'adult')}: 1 to ${perAdult}`;
}

/** What the figures are made of, in small print. */
export function RatioNote() {
  return (
    <p className="mb-3 text-sm">
      Adults are those who should be on the team today: nobody records whether they came. A
      substitute counts for the person they stand in for.
    </p>
  );
}
