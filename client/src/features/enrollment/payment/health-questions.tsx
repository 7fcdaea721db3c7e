import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { HeartPulse } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useChildren } from '../../family/children/children.queries.ts';
import { linkToHealth } from '../../../lib/dashboard-links.ts';

/** After a payment: links to the questions about the children whose health the school does not know about. */
export function HealthQuestions({ items }: { items: PaidItem[] }) {
  const { data: { children } = { children: [] } } = useChildren();
  const enrolled = items.filter(({ state }) => state === 'enrolled').map(({ childId }) => childId);
  const asked = children.filter(
    ({ _id, health }) => enrolled.includes(_id) && (health === 'missing' || health === 'outdated'),
  );
  if (asked.length === 0) return null;
  return (
    <section
      aria-labelledby="health-questions"
      className="rounded-box bg-accent/25 mt-5 flex gap-3 p-4"
    >
      <HeartPulse className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h3 id="health-questions" className="font-bold">
          Next: tell us about allergies
        </h3>
        <p>Or say that there is nothing to report. It takes a minute.</p>
        <ul className="mt-2 space-y-1">
          {asked.map(({ _id, name, health }) => (
            <li key={_id}>
              <Link to={linkToHealth(_id)} className="link font-semibold [overflow-wrap:anywhere]">
                {name}: {health === 'missing' ? 'answer the questions' : 'has anything changed?'}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
