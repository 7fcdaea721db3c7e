import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_PHONE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type Props = ComponentProps<typeof Field>;
type Named = Omit<Props, 'label'> & { label?: string };

/** Where somebody says why, in a line for the audit log. */
export function NoteField(props: Props) {
  const hint = 'This goes into the audit log.';
  return <Field hint={hint} autoComplete="off" maxLength={MAX_NOTE_LENGTH} {...props} />;
}

/** The name of somebody or something else: the browser must not fill in one’s own. */
export function NameField(props: Named) {
  return <Field label="Name" autoComplete="off" maxLength={MAX_NAME_LENGTH} {...props} />;
}

/** The phone number of somebody else. */
export function PhoneField(props: Named) {
  const usual = { label: 'Phone', type: 'tel', autoComplete: 'off', maxLength: MAX_PHONE_LENGTH };
  return <Field {...usual} {...props} />;
}

/** An amount of money, or a percentage with a fraction: a phone shows digits and a point. */
export function AmountField(props: Props) {
  return <Field inputMode="decimal" autoComplete="off" {...props} />;
}
