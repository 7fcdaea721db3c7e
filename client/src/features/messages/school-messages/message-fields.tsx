import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import type { MessageDraft } from './kept-draft.ts';

/** To whom a message goes: one class or several, and everyone in them or a group. */
export type MessageTarget = {
  classIds: string[];
  group?: MessageGroup;
  /** Only this group of the class. */
  groupId?: string | undefined;
  /** Only those who lack this form. */
  formId?: string | undefined;
};

export type MessageValues = MessageTarget & MessageDraft;

/** Subject and text of a message. */
export function MessageFields() {
  const { register, control } = useFormContext<MessageValues>();
  const [subject, text] = useWatch({ control, name: ['subject', 'text'] });
  return (
    <>
      <Field
        label="Subject"
        autoComplete="off"
        maxLength={MAX_SUBJECT_LENGTH}
        hint={`${subject.length} of ${MAX_SUBJECT_LENGTH} characters`}
        {...register('subject')}
      />
      <TextAreaField
        label="Message"
        rows={10}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={`${formatCount(text.length)} of ${formatCount(MAX_MESSAGE_LENGTH)} characters. Everyone gets it as an email of their own, and nobody sees the other addresses.`}
        {...register('text')}
      />
    </>
  );
}

/** `1,200` */
function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
