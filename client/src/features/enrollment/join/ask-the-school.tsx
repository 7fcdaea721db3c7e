import type { CampClass } from '@speakifyr/contract/classes.ts';
import { Link } from 'react-router-dom';
import { formatDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';

type Props = { child: string; campClass: Pick<CampClass, 'name' | 'camp_start'> };

/** Leads to the contact form with a question about a child whose age does not fit. */
export function AskTheSchool({ child, campClass: { name, camp_start } }: Props) {
  const message = `Can ${child} join ${name}, which starts on ${formatDay(camp_start)}? The ages of the class don’t fit, but `;
  return (
    // In the state and not in the address, which could be shared or logged.
    <Link to={paths.contact} state={{ message }} className="link font-semibold">
      Ask the school<span className="sr-only"> about {child}</span>
    </Link>
  );
}
