import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { JoinEnd } from '../features/cart/cart.queries.ts';
import { JoinButton } from '../features/cart/join-button.tsx';
import { myChildrenOptions } from '../features/children/children.queries.ts';
import { describeOverlaps } from '../features/overlap/describe-overlaps.ts';
import { findOverlaps, type OwnCamp } from '../features/overlap/find-overlaps.ts';
import { NoAnswerError } from '../lib/api-error.ts';
import { confirmAction } from '../lib/dialogs.ts';
import { useSession } from '../session/auth.tsx';
import type { JoinDialogProps } from './join-dialog.tsx';
import { findObstacle } from './list-choices.ts';
import { fetchOwnCamps, FRESH_MS, useFamilySeats } from './own-camps.ts';

type Props = {
  campClass: CampClass;
  /** The overlap is already shown next to the button, so do not ask again. */
  isToldOfOverlap?: boolean;
};

/** A question to a parent that is on the screen. */
type Question = {
  Dialog: ComponentType<JoinDialogProps>;
  onEnd: (end: JoinEnd | false) => void;
};

/**
 * Join Now, or the waiting list of a full class. It asks a parent for whom it is. It asks anybody else only if the class
 * overlaps with another one of theirs. It knows the family's seats.
 */
export function JoinAction({ campClass, isToldOfOverlap = false }: Props) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { seat, joiners } = useFamilySeats(user, campClass._id);
  // Known before the first click, so that the click waits for nothing.
  const children = useQuery({
    ...myChildrenOptions(),
    enabled: user?.role === 'student',
    staleTime: FRESH_MS,
  }).data?.children;
  const [question, setQuestion] = useState<Question>();
  const leave = useRef<() => void>(undefined);
  const hasOthers =
    children?.some((child) => !joiners.includes(child._id) && !findObstacle(campClass, child)) ??
    false;

  // The question leaves with the page: nobody joins.
  useEffect(() => () => leave.current?.(), []);

  async function askFirst(email: string): Promise<boolean | JoinEnd> {
    if (campClass.sit <= 0)
      return ask(async () => (await import('./waiting-dialog.tsx')).WaitingDialog);
    const family = await queryClient.fetchQuery({ ...myChildrenOptions(), staleTime: FRESH_MS });
    if (family.children.length > 0)
      return ask(async () => (await import('./join-dialog.tsx')).JoinDialog);
    if (isToldOfOverlap) return true;
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

  async function ask(load: () => Promise<Question['Dialog']>): Promise<JoinEnd | false> {
    const Dialog = await load().catch(() => {
      throw new NoAnswerError();
    });
    return new Promise((resolve) => {
      const onEnd = (end: JoinEnd | false) => {
        setQuestion(undefined);
        resolve(end);
      };
      leave.current = () => resolve(false);
      setQuestion({ Dialog, onEnd });
    });
  }

  return (
    <>
      <JoinButton campClass={campClass} seat={seat} hasOthers={hasOthers} askFirst={askFirst} />
      {question && user && (
        <question.Dialog campClass={campClass} user={user} onEnd={question.onEnd} />
      )}
    </>
  );
}
