import type { MailChoice } from '@speakifyr/contract/mail.ts';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { useSaveMailChoice } from './own-messages.queries.ts';

export type ChoiceTexts = { kind: keyof MailChoice; label: string; text: string };

/** Turns one kind of email on and off. */
export function MailSwitch({ kind, label, text, saved }: ChoiceTexts & { saved: boolean }) {
  const saving = useSaveMailChoice();
  return (
    <SwitchRow
      {...{ label, text, saved, saving }}
      wanted={saving.variables?.[kind]}
      onChange={(isOn) => saving.mutate({ [kind]: isOn })}
    />
  );
}
