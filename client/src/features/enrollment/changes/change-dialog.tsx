import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sellsDays } from '../join/chosen-class.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { cancellationOptions } from './cancellation.queries.ts';
import { ChildDialog } from './child-dialog.tsx';
import { read } from '../../../lib/read.ts';
import { ClassChoice, type Target } from './class-choice.tsx';
import { DaysDialog } from './days-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { ChangeMenu } from './change-menu.tsx';
import { useClashes, useHeirs, useTargets } from './move-targets.ts';

export type ChangeDialogProps = {
  course: EnrolledClass;
  user: User;
  /** @param isCanceled whether the seat is gone, and with it the button that opened the dialog */
  onEnd: (isCanceled: boolean) => void;
};

/** Which question is on the screen. */
type Face = 'menu' | 'cancel' | 'class' | 'child' | 'days' | Target;

/** What a parent can do with a paid seat: move it, change its days, give it to another child, or cancel it. One question at a time. */
export function ChangeDialog({ course, user, onEnd }: ChangeDialogProps) {
  const [face, setFace] = useState<Face>('menu');
  const { childId, student_name, currency } = course;
  const quote = useQuery(cancellationOptions(course.cartId));
  const targets = useTargets(course, user, face === 'class' || typeof face === 'object');
  const heirs = useHeirs(course, user);
  const judge = useClashes(course, user);
  const own = useQuery({
    ...read('GET /classes/:id', { params: { id: course.classId } }),
    enabled: course.mayChangeDays === true,
    staleTime: 0,
  });
  const toMenu = () => setFace('menu');
  const close = () => onEnd(false);
  if (typeof face === 'object') {
    // With the latest price and refund, even after a refusal.
    const latest = targets?.find(({ campClass }) => campClass._id === face.campClass._id) ?? face;
    if (sellsDays(latest.campClass))
      return (
        <DaysDialog
          course={course}
          campClass={latest.campClass}
          judge={judge}
          onBack={() => setFace('class')}
          onMoved={close}
        />
      );
    return (
      <MoveDialog course={course} target={latest} onBack={() => setFace('class')} onMoved={close} />
    );
  }
  if (face === 'class')
    return (
      <ClassChoice
        who={childId ? student_name : 'you'}
        targets={targets}
        currency={currency}
        onChoose={setFace}
        onBack={toMenu}
      />
    );
  if (face === 'days' && own.data)
    return (
      <DaysDialog
        course={course}
        campClass={own.data}
        judge={judge}
        onBack={toMenu}
        onMoved={close}
      />
    );
  if (face === 'child')
    return <ChildDialog course={course} heirs={heirs} onBack={toMenu} onMoved={close} />;
  if (face === 'cancel' && quote.data)
    return (
      <CancelDialog
        course={course}
        preview={quote.data}
        onBack={toMenu}
        onCanceled={() => onEnd(true)}
      />
    );
  return (
    <ChangeMenu
      course={course}
      quote={quote}
      canChangeDays={own.data !== undefined && sellsDays(own.data)}
      canChangeChild={heirs.some(({ obstacle }) => !obstacle)}
      onChoose={setFace}
      onClose={close}
    />
  );
}
