import { CircleHelp, TriangleAlert } from 'lucide-react';

/** Says that a child has a severe allergy, without saying which. */
export function SevereAllergyBadge() {
  return (
    <span className="badge badge-error gap-1.5 text-sm font-semibold whitespace-nowrap print:border-2 print:border-black print:bg-white print:text-black">
      <TriangleAlert className="size-4" aria-hidden="true" />
      Severe allergy
    </span>
  );
}

/** Says that the parents have not answered the questions about health yet. */
export function HealthMissingBadge() {
  return (
    <span className="badge bg-base-300 border-error/60 text-error h-auto gap-1.5 py-0.5 text-sm font-semibold print:bg-white print:text-black">
      <CircleHelp className="size-4 shrink-0" aria-hidden="true" />
      Health information is missing
    </span>
  );
}
