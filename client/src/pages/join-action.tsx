import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { JoinButton } from '../features/cart/join-button.tsx';
import { describeOverlaps } from '../features/overlap/describe-overlaps.ts';
import { findOverlaps, type OwnCamp } from '../features/overlap/find-overlaps.ts';
import { confirmAction } from '../lib/dialogs.ts';
import { fetchOwnCamps } from './own-camps.ts';

type Props = {
  campClass: CampClass;
  /** The overlap is already shown next to the button, so do not ask again. */
  isToldOfOverlap?: boolean;
};

/** Join Now, which asks first where the class overlaps with another of the student's. */
export function JoinAction({ campClass, isToldOfOverlap = false }: Props) {
  const queryClient = useQueryClient();

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

  return <JoinButton campClass={campClass} {...(!isToldOfOverlap && { askFirst })} />;
}
