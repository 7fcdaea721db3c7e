import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { Field } from '../../ui/field.tsx';
import { NameField } from '../../ui/usual-fields.tsx';

/** Somebody whom the family has not named, as the office writes them down. */
export type Other = { name: string; note: string };

type OtherProps = {
  other: Other;
  /** What is wrong with the name. */
  problem: string | undefined;
  onChange: (other: Other) => void;
};

/** Whom the office lets take a child, and why. */
export function OtherFields({ other, problem, onChange }: OtherProps) {
  return (
    <>
      <NameField
        label="Their name"
        hint="As on their ID card."
        error={problem}
        value={other.name}
        onChange={({ target }) => onChange({ ...other, name: target.value })}
      />
      <Why
        label="Why may they take the child?"
        note={other.note}
        onChange={(note) => onChange({ ...other, note })}
      />
    </>
  );
}

type WhyProps = { label: string; note: string; onChange: (note: string) => void };

/** Why the office lets a child go. */
export function Why({ label, note, onChange }: WhyProps) {
  return (
    <Field
      label={label}
      autoComplete="off"
      maxLength={MAX_NOTE_LENGTH}
      value={note}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
