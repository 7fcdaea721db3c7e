import type { User } from '@speakifyr/contract/identity.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { Pencil } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { UNREACHABLE } from '../../../lib/api-error.ts';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { readToday } from '../../../lib/format.ts';
import type { ChangeDialogProps } from './change-dialog.tsx';

type Props = {
  course: EnrolledClass;
  user: User;
  /** Called after the person has read that the seat is canceled. */
  onCanceled: () => void;
};

/** The button that opens the dialog in which a parent moves or cancels a seat, until the class starts; its days also later. */
export function ChangeSeat({ course, user, onCanceled }: Props) {
  const [Dialog, setDialog] = useState<ComponentType<ChangeDialogProps>>();
  // Another guardian may have paid.
  if (!course.isPayer || (course.camp_start <= readToday() && !course.mayChangeDays)) return null;

  async function open() {
    try {
      const { ChangeDialog } = await import('./change-dialog.tsx');
      setDialog(() => ChangeDialog);
    } catch {
      await showError(UNREACHABLE.message);
    }
  }

  async function end(isCanceled: boolean) {
    setDialog(undefined);
    if (!isCanceled) return;
    await showSuccess('The seat is canceled', { returnsFocus: false });
    onCanceled();
  }

  return (
    <>
      <button type="button" className="btn btn-outline btn-sm" onClick={() => void open()}>
        <Pencil className="size-4" aria-hidden="true" />
        Change or cancel
        <span className="sr-only">{`: ${course.classData.name}${course.childId ? `, ${course.student_name}` : ''}`}</span>
      </button>
      {Dialog && (
        <Dialog course={course} user={user} onEnd={(isCanceled) => void end(isCanceled)} />
      )}
    </>
  );
}
