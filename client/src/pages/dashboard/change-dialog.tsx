import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CancelDialog } from '../../features/cancellation/cancel-dialog.tsx';
import { cancellationOptions } from '../../features/cancellation/cancellation.queries.ts';
import { ChangeMenu } from './change-menu.tsx';

export type ChangeDialogProps = {
  course: EnrolledClass;
  /** @param isCanceled whether the seat is gone, and with it the button that opened the dialog */
  onEnd: (isCanceled: boolean) => void;
};

/** Which question is on the screen. */
type Face = 'menu' | 'cancel';

/** What a parent can do with a paid seat: cancel it. One question at a time. */
export function ChangeDialog({ course, onEnd }: ChangeDialogProps) {
  const [face, setFace] = useState<Face>('menu');
  const quote = useQuery(cancellationOptions(course.cartId));
  const toMenu = () => setFace('menu');
  const close = () => onEnd(false);
  if (face === 'cancel' && quote.data)
    return (
      <CancelDialog
        course={course}
        preview={quote.data}
        onBack={toMenu}
        onCanceled={() => onEnd(true)}
      />
    );
  return <ChangeMenu course={course} quote={quote} onChoose={setFace} onClose={close} />;
}
