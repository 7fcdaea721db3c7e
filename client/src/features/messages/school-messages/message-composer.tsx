import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { type ReactNode, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import {
  type DraftPlace,
  forgetDraft,
  keepDraft,
  type MessageDraft,
  readDraft,
} from './kept-draft.ts';
import { MessageFields, type MessageTarget, type MessageValues } from './message-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import { MessageSent } from './message-sent.tsx';

type Props = {
  place: DraftPlace;
  /** To whom, before the writer has chosen anybody else. */
  target: MessageTarget;
  /** Whom another page has chosen: it replaces what a draft says. */
  wanted?: MessageTarget | undefined;
  /** The fields with which the writer chooses the target, if they do. */
  chooser?: ReactNode;
  back: { to: string; label: string };
  outbox?: string;
};

/** A message that was previewed. Its id stays the same as long as its words do. */
type Previewed = { written: MessageValues; messageId: string; reach: MessageReach };

/** Write, look, send: what was written stays until it is sent. */
export function MessageComposer({ place, target, wanted, chooser, back, outbox }: Props) {
  const [draft] = useState(() => readDraft(place));
  const [previewed, setPreviewed] = useState<Previewed>();
  const [step, setStep] = useState<'write' | 'look' | 'sent'>('write');
  const form = useCallForm('POST /messages/preview', {
    defaultValues: { ...target, ...draft, ...wanted } as MessageValues,
    toInput: (body) => ({ body }),
  });
  const sending = useChange('POST /messages');

  async function preview(written: MessageValues) {
    const reach = await form.send(written);
    const isSame = previewed && joinWords(previewed.written) === joinWords(written);
    const messageId = isSame ? previewed.messageId : crypto.randomUUID();
    setPreviewed({ written, messageId, reach });
    sending.reset();
    setStep('look');
  }

  async function send({ written, messageId }: Previewed) {
    const reach = await sending.mutateAsync({ body: { ...written, messageId } });
    forgetDraft(place);
    form.reset({ ...written, subject: '', text: '' });
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
    <Form
      form={form}
      onSubmit={preview}
      className="grid max-w-3xl gap-6"
      onChange={() => keepDraft(place, form.getValues())}
    >
      {chooser && (
        <div className="card bg-base-100 shadow-card grid gap-6 p-5 sm:p-8">{chooser}</div>
      )}
      <div className="card bg-base-100 shadow-card grid gap-6 p-5 sm:p-8">
        <MessageFields />
        <FormProblem />
        <SubmitButton>Preview</SubmitButton>
      </div>
    </Form>
  );
}

const joinWords = ({ subject, text }: MessageDraft) => `${subject.trim()}\n${text.trim()}`;

/** Why a message was not sent, in a sentence. */
function explain(error: unknown): string {
  const { code, message } = readApiError(error);
  return code === 'too_many_requests'
    ? `You have sent several messages in the last hour. Please try again later, or write to ${SCHOOL.email}.`
    : message;
}
