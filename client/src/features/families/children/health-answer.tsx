import type { StoredHealth } from '@speakifyr/contract/children.ts';
import { TriangleAlert } from 'lucide-react';
import { formatDay } from '../../../lib/format.ts';
import { describeMedicine } from '../../../lib/describe-medicine.ts';

/** What the school knows about a child's health. */
export function HealthAnswer({ answer }: { answer: StoredHealth }) {
  const { allergies, medicines, medication, notes, nothingToTell, confirmedAt, consent } = answer;
  return (
    <div className="space-y-4 [overflow-wrap:anywhere]">
      {nothingToTell && <p>Nothing to report.</p>}
      {allergies.length > 0 && (
        <ul aria-label="Allergies" className="grid gap-3">
          {allergies.map(({ what, isSevere, whatToDo }, index) => (
            <li key={index} className="rounded-box border-base-300 border p-4">
              <p className="font-semibold">
                {what}
                {isSevere && (
                  <span className="badge badge-error ml-2 gap-1 align-middle">
                    <TriangleAlert className="size-3.5" aria-hidden="true" />
                    Severe
                  </span>
                )}
              </p>
              {whatToDo && <p className="mt-1 whitespace-pre-wrap">{whatToDo}</p>}
            </li>
          ))}
        </ul>
      )}
      {medicines.length > 0 && (
        <Text term="Medicine that we give">{medicines.map(describeMedicine).join('\n')}</Text>
      )}
      {medication && <Text term="Other medication">{medication}</Text>}
      {notes && <Text term="Anything else">{notes}</Text>}
      <p className="text-base-content/80 text-sm">
        {consent.paper
          ? `The office entered this from a paper that was signed on ${formatDay(new Date(consent.at))}: ${consent.paper}.`
          : `Last confirmed on ${formatDay(new Date(confirmedAt))}.`}
      </p>
    </div>
  );
}

function Text({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <h3 className="font-sans text-base font-semibold tracking-normal">{term}</h3>
      <p className="whitespace-pre-wrap">{children}</p>
    </div>
  );
}
