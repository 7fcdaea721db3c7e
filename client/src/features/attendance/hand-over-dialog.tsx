import type { HandOver } from '@speakifyr/contract/attendance.ts';
import { MAX_NOTE_LENGTH, MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { linkToPhone } from '../../lib/format.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { Field } from '../../ui/field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { nameAdult, type PersonNow } from './read-person.ts';

type Props = {
  person: PersonNow;
  mayOverride: boolean;
  onClose: () => void;
  onChoose: (collectedBy: HandOver) => void;
};

type Checked = Extract<HandOver, { how: 'listed' }>['checked'];
/** The place among the adults who may collect, or somebody who is not among them. */
type Choice = number | 'other';

const HOW: [Checked, string][] = [
  ['known', 'I know their face'],
  ['id', 'They showed an ID card'],
];

/** Asks who takes a child, and how the team knows them. */
export function HandOverDialog({ person, mayOverride, onClose, onChoose }: Props) {
  const listed = person.adults.filter(({ mayCollect }) => mayCollect);
  const [choice, setChoice] = useState<Choice>();
  const [checked, setChecked] = useState<Checked>();
  const [other, setOther] = useState({ name: '', note: '' });
  const collectedBy = read();

  function read(): HandOver | undefined {
    const [name, note] = [other.name.trim(), other.note.trim()];
    if (choice === 'other') return name && note ? { how: 'override', name, note } : undefined;
    const adult = choice === undefined ? undefined : listed[choice];
    return adult && checked && { how: 'listed', name: adult.name, checked };
  }

  return (
    <ModalDialog title={`Who collects ${person.name}?`} onClose={onClose}>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (collectedBy) onChoose(collectedBy);
        }}
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">Who collects {person.name}?</legend>
          {listed.length === 0 && <p>The family has named nobody who may pick up today.</p>}
          {listed.map((adult, index) => (
            <ChoiceCard
              key={index}
              type="radio"
              name="who"
              checked={choice === index}
              onChange={() => setChoice(index)}
            >
              <span className="text-lg font-semibold break-words">{nameAdult(adult)}</span>
            </ChoiceCard>
          ))}
          {mayOverride && (
            <ChoiceCard
              type="radio"
              name="who"
              checked={choice === 'other'}
              onChange={() => setChoice('other')}
            >
              <span className="text-lg font-semibold">Somebody else</span>
            </ChoiceCard>
          )}
        </fieldset>
        {!mayOverride && <OfficeNote name={person.name} />}
        {choice === 'other' && <OtherFields other={other} onChange={setOther} />}
        {typeof choice === 'number' && (
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-lg font-bold">How do you know them?</legend>
            {HOW.map(([value, label]) => (
              <ChoiceCard
                key={value}
                type="radio"
                name="checked"
                checked={checked === value}
                onChange={() => setChecked(value)}
              >
                <span className="text-lg">{label}</span>
              </ChoiceCard>
            ))}
          </fieldset>
        )}
        <div className="flex flex-wrap gap-3">
          <button
            type="submit"
            className={`btn min-h-14 w-full text-lg sm:w-auto ${collectedBy ? 'bg-base-content text-base-100' : ''}`}
            disabled={!collectedBy}
          >
            {person.name} leaves
          </button>
          <button
            type="button"
            className="btn btn-outline min-h-14 w-full text-lg sm:w-auto"
            onClick={onClose}
          >
            Close
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** An instructor alone can't hand a child to somebody whom the family has not named. */
function OfficeNote({ name }: { name: string }) {
  return (
    <div className="bg-base-300 rounded-field p-3">
      <p>
        Somebody else? Only the office can let them take {name}. Keep {name} with you.
      </p>
      <a
        href={linkToPhone(SCHOOL.phone)}
        className="link inline-flex min-h-12 items-center gap-2 font-bold"
      >
        <Phone className="size-5 shrink-0" aria-hidden="true" />
        Call the office
      </a>
    </div>
  );
}

type Other = { name: string; note: string };

function OtherFields({ other, onChange }: { other: Other; onChange: (other: Other) => void }) {
  return (
    <>
      <Field
        label="Their name"
        hint="As on their ID card."
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={other.name}
        onChange={({ target }) => onChange({ ...other, name: target.value })}
      />
      <Field
        label="Why may they take the child?"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={other.note}
        onChange={({ target }) => onChange({ ...other, note: target.value })}
      />
    </>
  );
}
