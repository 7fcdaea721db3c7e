import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useChildren } from '../../families/children/children.queries.ts';
import { myEnrolledClassOptions } from './enrollment.queries.ts';
import { readToday } from '../../../lib/format.ts';

/** A student's children, and the paid seats of the family. */
export type Family = {
  children: ListedChild[];
  /** The number of invitations to look after a child. */
  invitations: number;
  /** In classes that are not over. */
  toCome: EnrolledClass[];
  past: EnrolledClass[];
};

/**
 * Reads a student's family.
 * @returns undefined until it is known; what can't be loaded is left out, because the page around it can do without
 */
export function useFamily(email: string): Family | undefined {
  const mine = useChildren();
  const enrolled = useQuery(myEnrolledClassOptions(email));
  if (isUnknown(mine) || isUnknown(enrolled)) return undefined;
  const today = readToday();
  const seats = enrolled.data ?? [];
  return {
    children: mine.data?.children ?? [],
    invitations: mine.data?.invitations.length ?? 0,
    toCome: seats.filter(({ camp_end }) => camp_end >= today),
    past: seats.filter(({ camp_end }) => camp_end < today),
  };
}

/** The first try is still on its way. */
function isUnknown({ isPending, failureCount }: { isPending: boolean; failureCount: number }) {
  return isPending && failureCount === 0;
}
