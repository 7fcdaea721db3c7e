import type { ListedChild } from '@speakifyr/contract/children.ts';
import { useQuery } from '@tanstack/react-query';
import { useChildren } from '../../features/children/children.queries.ts';
import { listUnanswered } from '../../features/children/list-unanswered.ts';
import { myEnrolledClassOptions } from '../../features/enrollment/enrollment.queries.ts';
import { readToday } from '../../lib/format.ts';

/**
 * The children with a class to come about whose health the student should be asked.
 * @returns undefined until it is known; none if it can't be loaded, because the page around it can do without
 */
export function useUnanswered(email: string): ListedChild[] | undefined {
  const mine = useChildren();
  const enrolled = useQuery(myEnrolledClassOptions(email));
  if (isUnknown(mine) || isUnknown(enrolled)) return undefined;
  const today = readToday();
  const inClass = (enrolled.data ?? []).flatMap(({ childId, camp_end }) =>
    childId && camp_end >= today ? [childId] : [],
  );
  return listUnanswered(mine.data?.children ?? [], new Set(inClass));
}

/** The first try is still on its way. */
function isUnknown({ isPending, failureCount }: { isPending: boolean; failureCount: number }) {
  return isPending && failureCount === 0;
}
