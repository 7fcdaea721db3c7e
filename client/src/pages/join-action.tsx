import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { JoinButton } from '../features/cart/join-button.tsx';
import { describeOverlaps } from '../features/overlap/describe-overlaps.ts';
import { findOverlaps, type OwnCamp } from '../features/overlap/find-overlaps.ts';
import { confirmAction } from '../lib/dialogs.ts';
import { useSession } from '../session/auth.tsx';
import { fetchOwnCamps, useOwnSeat } from './own-camps.ts';

type Props = {
  campClass: CampClass;
  /** The overlap is already shown next to the button, so do not ask again. */
  isToldOfOverlap?: boolean;
};

/** Join Now, which asks first if the class overlaps with another of the student's. Knows the student's own seat. */
export function JoinAction({ campClass, isToldOfOverlap = false }: Props) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const seat = useOwnSeat(user, campClass._id);

  async function askFirst(email: string): Promise<boolean> {
    // Only a warning: if the other classes cannot be loaded, the join goes on.
    const own = await fetchOwnCamps(queryClient, email).catch((): OwnCamp[] => []);
    const overlaps = findOverlaps(campClass, own);
    if (overlaps.length === 0) return true;
    return confirmAction({
      titleText: 'These classes overlap',
      text: `${campClass.name} ${describeOverlaps(overlaps)}. Join anyway?`,
      confirm: 'Join anyway',
    });
  }

  return <JoinButton campClass={campClass} seat={seat} {...(!isToldOfOverlap && { askFirst })} />;
}
