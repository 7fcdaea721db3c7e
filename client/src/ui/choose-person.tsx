import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { matchWords } from '../lib/match-words.ts';
import { ChoiceCard } from './choice-card.tsx';
import { Field, FieldError } from './field.tsx';
import { useFormState } from './form-state.ts';

/** With more people than this, there is a field to find one. */
const FEW = 8;

export type PersonChoice = {
  value: string;
  name: string;
  email: string;
  /** What they have at the same time: `leads Kites`. */
  clash?: string | undefined;
  /** Whether they can’t be chosen because of it. */
  isBarred?: boolean;
  /** Below the address. */
  more?: ReactNode;
};

type Props = {
  /** The field of the form around. */
  name: string;
  legend: string;
  people: PersonChoice[];
  /** A choice besides people: `None for now`. */
  nobody?: string;
};

/** Chooses one of the team: by words, and those who have time come first. */
export function ChoosePerson({ name, legend, people, nobody }: Props) {
  const { register, control } = useFormContext<Record<string, string>>();
  const chosen = useWatch({ control, name });
  const [search, setSearch] = useState('');
  const error = useFormState().findError(name);
  const shown = people.filter(
    (one) => one.value === chosen || matchWords(`${one.name} ${one.email}`, search),
  );
  const ordered = [...shown.filter(({ clash }) => !clash), ...shown.filter(({ clash }) => clash)];
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${name}-error`}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {people.length > FEW && (
        <div className="mb-3">
          <Field
            label="Find a person"
            placeholder="Name or email"
            type="search"
            autoComplete="off"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            // It is part of a form, which Enter would send.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      <div className="grid max-h-80 gap-2 overflow-y-auto p-0.5">
        {nobody && (
          <ChoiceCard type="radio" value="" {...register(name)}>
            {nobody}
          </ChoiceCard>
        )}
        {ordered.map(({ value, name: whom, email, clash, isBarred = false, more }) => (
          <ChoiceCard
            key={value}
            type="radio"
            value={value}
            {...register(name)}
            isBarred={isBarred && value !== chosen}
          >
            <span className="font-semibold [overflow-wrap:anywhere]">{whom}</span>
            <span className="text-base-content/80 block text-sm break-all">{email}</span>
            {clash && <span className="text-error block text-sm font-medium">{clash}</span>}
            {more}
          </ChoiceCard>
        ))}
        {ordered.length === 0 && <p className="py-2">Nobody matches.</p>}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
