import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { RotateCw } from 'lucide-react';
import { nameMail } from './mail-texts.ts';
import { type MailAct, useMailAct } from './outbox.queries.ts';

type Props = {
  act: MailAct;
  mail: ListedMail;
  /** Called when the email no longer counts as failed. */
  onDone: () => void;
  /** The id of a text that explains the button. */
  describedBy?: string;
};

/** Sends an email again, now, or gives up on it. */
export function MailActButton({ act, mail, onDone, describedBy }: Props) {
  const { mutateAsync } = useMailAct(act);

  return (
    <ActionButton
      className={`btn-sm min-h-11 @3xl:min-h-9 ${act === 'retry' ? 'btn-outline' : 'btn-ghost'}`}
      aria-describedby={describedBy}
      act={() => mutateAsync(mail._id)}
      onDone={onDone}
    >
      {act === 'dismiss' && <span>Dismiss</span>}
      {act === 'retry' && (
        <>
          <RotateCw className="size-4" aria-hidden="true" />
          <span>{mail.state === 'failed' ? 'Try again' : 'Send again'}</span>
          <span className="sr-only">
            : {nameMail(mail)}, to {mail.to.name}
          </span>
        </>
      )}
    </ActionButton>
  );
}
