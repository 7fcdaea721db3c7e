import { useQuery } from '@tanstack/react-query';
import { countOf } from '../lib/count-of.ts';
import { formatDate } from '../lib/format.ts';
import { read } from '../lib/read.ts';

/** How many forms are left for a child, with those about the family, and until when. R660 */
export function FormsLeft({ childId }: { childId: string }) {
  const own = useQuery(read('GET /myForms'));
  const forms = new Map((own.data?.forms ?? []).map(({ _id, terms }) => [_id, terms]));
  const left = (own.data?.people ?? []).flatMap(({ formId, personId, state }) => {
    const terms = forms.get(formId);
    const isTheirs = personId === childId || terms?.about === 'family';
    return terms && isTheirs && state !== 'done' ? [terms] : [];
  });
  const due = left
    .flatMap((terms) => terms.due ?? [])
    .sort()
    .at(0);
  return left.length === 0
    ? 'Forms are left to answer'
    : `${countOf(left.length, 'form')} left to answer${due ? `, until ${formatDate(due)}` : ''}`;
}
