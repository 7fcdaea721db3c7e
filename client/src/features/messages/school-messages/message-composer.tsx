import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { type ReactNode, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import {
  type MessageDraft,
  type MessageTarget,
  usePreviewMessage,
} from './class-message.queries.ts';
import { type DraftPlace, forgetDraft, keepDraft, readDraft } from './kept-draft.ts';
import { MessageForm } from './message-form.tsx';
import { MessagePreview } from './message-preview.tsx';
import { MessageSent } from './message-sent.tsx';

type Props = {
  place: DraftPlace;
  target: MessageTarget;
  /** Where the writer chooses the target, if they do. */
  chooser?: ReactNode;
  back: { to: string; label: string };
  outbox?: string;
};

/** A message that was previewed. Its id stays the same as long as its words do. */
type Previewed = MessageDraft & { messageId: string; reach: MessageReach };

/** Write, look, send: what was written stays until it is sent. */
export function MessageComposer({ place, target, chooser, back, outbox }: Props) {
  const [draft, setDraft] = useState(() => readDraft(place));
  const [previewed, setPreviewed] = useState<Previewed>();
  const [step, setStep] = useState<'write' | 'look' | 'sent'>('write');
  const previewing = usePreviewMessage(target);
  const sending = useChange('POST /messages');

  function change(next: MessageDraft) {
    setDraft(next);
    keepDraft(place, next);
  }

  async function preview(written: MessageDraft) {
    change(written);
    const reach = await previewing.mutateAsync(written);
    const isSame = previewed?.subject === written.subject && previewed.text === written.text;
    const messageId = isSame ? previewed.messageId : crypto.randomUUID();
    setPreviewed({ ...written, messageId, reach });
    sending.reset();
    setStep('look');
  }

  async function send({ subject, text, messageId }: Previewed) {
    const reach = await sending.mutateAsync({
      body: { ...target, subject, text, messageId },
    });
    forgetDraft(place);
    setDraft({ subject: '', text: '' });
    setPreviewed((before) => before && { ...before, reach });
    setStep('sent');
  }

  function writeAgain() {
    setPreviewed(undefined);
    setStep('write');
  }

  if (step === 'sent' && previewed)
    return (
      <MessageSent
        reach={previewed.reach}
        back={back}
        {...(outbox && { outbox })}
        onAgain={writeAgain}
      />
    );
  if (step === 'look' && previewed)
    return (
      <MessagePreview
        reach={previewed.reach}
        isSending={sending.isPending}
        problem={sending.isError ? explain(sending.error) : undefined}
        onChange={() => setStep('write')}
        // The error is shown; the message stays.
        onSend={() => void send(previewed).catch(() => undefined)}
      />
    );
  return (
    <>
      {chooser}
      <MessageForm
        draft={draft}
        onChange={change}
        onPreview={preview}
        missing={target.classIds.length === 0 ? 'Choose at least one class above.' : undefined}
      />
    </>
  );
}

/** Why a message was not sent, in a sentence. */
function explain(error: unknown): string {
  const { code, message } = readApiError(error);
  return code === 'too_many_requests'
    ? `You have sent several messages in the last hour. Please try again later, or write to ${SCHOOL.email}.`
    : message;
}
