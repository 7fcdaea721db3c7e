import {
  listKinds,
  type MailKind,
  MAX_MAIL_WORDS,
  nameKind,
  WITHOUT_WORDS,
} from '@speakifyr/contract/mail-kinds.ts';
import type { MailWords } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { MailPreview } from './mail-preview.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

type Values = {
  mail: MailWords;
  /** The kind of email that is being written. Not sent. */
  kind: MailKind;
};

const KINDS = listKinds('words');

function Fields() {
  const { register } = useFormContext<Values>();
  const kind = useWatch<Values, 'kind'>({ name: 'kind' });
  const { mail } = SCHOOL_LABELS;
  const words = { rows: 4, maxLength: MAX_MAIL_WORDS } as const;
  return (
    <>
      <SelectField label="Kind of email" {...register('kind')}>
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {nameKind(one)}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        key={`${kind} before`}
        label="Words before"
        {...words}
        hint="Between the greeting and what the software writes. An empty line begins a paragraph, “- ” a line of a list"
        {...register(`mail.words.${kind}.before`)}
      />
      <TextAreaField
        key={`${kind} after`}
        label="Words after"
        {...words}
        hint="{{name}}, {{phone}}, {{email}}, {{hours}}, {{address}} and {{mapLink}} are filled in"
        {...register(`mail.words.${kind}.after`)}
      />
      <details>
        <summary className="link flex min-h-11 cursor-pointer items-center">
          Emails that take no words of yours
        </summary>
        <ul className="list-disc space-y-2 pl-5">
          {Object.entries(WITHOUT_WORDS).map(([reason, why]) => (
            <li key={reason}>
              {`${listKinds(reason as keyof typeof WITHOUT_WORDS)
                .map(nameKind)
                .join(', ')}. ${why}`}
            </li>
          ))}
        </ul>
      </details>
      <h2 className="mt-2 text-lg font-bold">In every email</h2>
      <TextAreaField
        label={mail.signature}
        rows={3}
        maxLength={MAX_MAIL_WORDS}
        hint={`Empty: “Warm regards,” and ${SCHOOL.name}`}
        {...register('mail.signature')}
      />
      <Field
        label={mail.replyTo}
        type="email"
        placeholder={SCHOOL.email}
        hint={`Where answers go. Empty: ${SCHOOL.email}. Not used where answers arrive in the Contact Inbox: the preview says so`}
        {...register('mail.replyTo')}
      />
      <p className="text-base-content/80">
        Logo and color are on the tab About. An email has your words as they are when it is sent for
        the first time.
      </p>
    </>
  );
}

/** What a director adds to emails. R622, R623 */
export const EMAILS: SchoolPart<Values> = {
  read: ({ mail }) => ({
    mail: {
      ...mail,
      words: Object.fromEntries(
        KINDS.map((kind) => [kind, mail.words[kind] ?? { before: '', after: '' }]),
      ),
    },
    kind: 'paid',
  }),
  write: ({ mail }) => ({ mail }),
  fields: <Fields />,
  open: 'kind',
  savedText: 'Saved. It is in emails that are written from now on',
  previewTitle: 'The email',
  preview: ({ mail }, { kind }) => <MailPreview sample={{ kind, mail }} />,
};
