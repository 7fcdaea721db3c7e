import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { read } from '../../../lib/read.ts';
import type { JoinEnd } from '../cart/cart.queries.ts';
import { JoinButton } from './join-button.tsx';
import { NoAnswerError } from '../../../lib/api-error.ts';
import { useSession } from '../../../session/auth.tsx';
import type { JoinDialogProps } from './join-dialog.tsx';
import { findObstacle } from './find-obstacle.ts';
import { FRESH_MS, useFamilySeats } from './own-camps.ts';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import { isParent } from '../../../session/is-parent.ts';

/** A question to a person that is on the screen. */
type Question = {
  Dialog: ComponentType<JoinDialogProps>;
  only: JoinDialogProps['only'];
  onEnd: JoinDialogProps['onEnd'];
};

/**
 * Join Now, or the waiting list of a full class. It always asks who it is for, and knows the family's seats.
 * R9, R65, R129, R232
 */
export function JoinAction({ campClass }: { campClass: CampClass }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { seat, joiners } = useFamilySeats(user, campClass._id);
  // Known before the first click, so that the click waits for nothing.
  const children = useQuery({
    ...read('GET /myChildren'),
    enabled: isParent(user),
    staleTime: FRESH_MS,
  }).data?.children;
  const [question, setQuestion] = useState<Question>();
  const leave = useRef<() => void>(undefined);
  const hasOthers =
    children?.some((child) => !joiners.includes(child._id) && !findObstacle(campClass, child)) ??
    false;

  // The question leaves with the page: nobody joins.
  useEffect(() => () => leave.current?.(), []);

  async function askFirst(): Promise<JoinEnd | false> {
    // The dialogs ask about the whole family at once.
    await queryClient.fetchQuery({ ...read('GET /myChildren'), staleTime: FRESH_MS });
    if (!hasSeats(campClass)) return askWhoWaits();
    const end = await ask(async () => (await import('./join-dialog.tsx')).JoinDialog);
    if (end === 'wait') return askWhoWaits();
    if (end && end.left && end.left.length > 0 && campClass.waiting !== null)
      await askWhoWaits(end.left);
    return end;
  }

  /** Who waits has no seat: nobody joins. */
  async function askWhoWaits(only?: (string | null)[]): Promise<false> {
    await ask(async () => (await import('./waiting-dialog.tsx')).WaitingDialog, only);
    return false;
  }

  async function ask(
    load: () => Promise<Question['Dialog']>,
    only?: Question['only'],
  ): Promise<JoinEnd | 'wait' | false> {
    const Dialog = await load().catch(() => {
      throw new NoAnswerError();
    });
    return new Promise((resolve) => {
      const onEnd = (end: JoinEnd | 'wait' | false) => {
        setQuestion(undefined);
        resolve(end);
      };
      leave.current = () => resolve(false);
      setQuestion({ Dialog, only, onEnd });
    });
  }

  return (
    <>
      <JoinButton campClass={campClass} seat={seat} hasOthers={hasOthers} askFirst={askFirst} />
      {question && user && (
        <question.Dialog
          campClass={campClass}
          user={user}
          only={question.only}
          onEnd={question.onEnd}
        />
      )}
    </>
  );
}
