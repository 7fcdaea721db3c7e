import type { SevereAllergy } from '@speakifyr/contract/children.ts';
import { TriangleAlert } from 'lucide-react';
import { sayAllergy } from '../../lib/describe-care.ts';

/** A child's severe allergies with what to do, also without a connection. Renders nothing without one. R558 */
export function SevereAllergies({ allergies }: { allergies: SevereAllergy[] }) {
  if (allergies.length === 0) return null;
  return (
    <div className="border-error rounded-field flex items-start gap-2 border-2 px-2.5 py-1">
      <TriangleAlert className="text-error mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-bold">Severe allergy</p>
        <ul>
          {allergies.map((allergy, index) => (
            <li key={index} className="[overflow-wrap:anywhere] whitespace-pre-line">
              {sayAllergy(allergy)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
