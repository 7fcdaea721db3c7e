import type { CampClass } from '@speakifyr/contract/classes.ts';
import { ADULT_AGE, FIRST_BIRTH_DATE } from '@speakifyr/contract/limits.ts';
import { Plus } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import type { NewChild } from './use-new-child.ts';
import { formatDay, readToday } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Link } from 'react-router-dom';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ChildFields } from '../../families/children/child-fields.tsx';
import type { JoinChoice } from './list-choices.ts';

type Chosen = (string | null)[];

/** The person's own birth date, as long as the account has none. */
type OwnBirthDate = { value: string; problem: string | undefined; onChange: (day: string) => void };

type Props = {
  campClass: CampClass;
  choices: JoinChoice[];
  chosen: Chosen;
  /** What the choice is about, for screen readers. */
  legend: string;
  birthDate: OwnBirthDate | undefined;
  newChild: NewChild;
  onChange: (chosen: Chosen) => void;
};

/**
 * The people of a family as checkboxes: the children, a new child, then the account itself. Those who cannot join are
 * listed below with the reason. Without children, the form for the first one is open. R129
 */
export function WhoJoins(props: Props) {
  const { campClass, choices, chosen, legend, birthDate, newChild, onChange } = props;
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const others = choices.filter(({ obstacle }) => obstacle);
  const children = fitting.filter(({ childId }) => childId !== null);
  const [me] = fitting.filter(({ childId }) => childId === null);
  const hasChildren = choices.some(({ childId }) => childId !== null);

  function toggle(childId: string | null) {
    const isChosen = chosen.includes(childId);
    onChange(isChosen ? chosen.filter((id) => id !== childId) : [...chosen, childId]);
  }

  const show = (choice: JoinChoice) => (
    <ChoiceCard
      type="checkbox"
      value={choice.childId ?? ''}
      checked={chosen.includes(choice.childId)}
      onChange={() => toggle(choice.childId)}
    >
      <Name choice={choice} />{' '}
      {choice.warning && <span className="block text-sm">{choice.warning}</span>}
    </ChoiceCard>
  );

  return (
    <>
      <fieldset className="mt-5 grid gap-2">
        <legend className="sr-only">{legend}</legend>
        {children.map((choice) => (
          <Fragment key={choice.childId}>{show(choice)}</Fragment>
        ))}
        {hasChildren && !newChild.isOpen ? (
          <button
            type="button"
            className="btn btn-ghost btn-sm -ml-2 justify-self-start"
            onClick={() => newChild.open(true)}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add a child
          </button>
        ) : (
          <div className="rounded-box border-base-content/20 my-1 border p-4">
            {!hasChildren && <h3 className="mb-3 text-lg font-bold">Add a child</h3>}
            <NewChildForm
              newChild={newChild}
              onClose={hasChildren ? () => newChild.open(false) : undefined}
            />
          </div>
        )}
        {me && show(me)}
        {me && birthDate && chosen.includes(null) && (
          <div className="mt-1">
            <Field
              label="Your birth date"
              type="date"
              autoComplete="bday"
              min={FIRST_BIRTH_DATE}
              max={readToday()}
              hint={`Only adults, ${ADULT_AGE} or older, take a seat themselves. We ask once.`}
              value={birthDate.value}
              onChange={({ target }) => birthDate.onChange(target.value)}
              {...(birthDate.problem && { error: birthDate.problem })}
            />
          </div>
        )}
      </fieldset>
      {others.length > 0 && (
        <ul aria-label="Cannot join this class" className="mt-4 space-y-2 text-sm">
          {others.map((choice) => (
            <li key={choice.childId} className="text-base-content/80">
              <Name choice={choice} /> <span>{`${choice.obstacle}.`}</span>{' '}
              {choice.isAboutAge && <AskTheSchool child={choice.name} campClass={campClass} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Name({ choice: { childId, name } }: { choice: JoinChoice }) {
  return (
    <strong className="[overflow-wrap:anywhere]">{childId === null ? `Me (${name})` : name}</strong>
  );
}

type AskProps = { child: string; campClass: Pick<CampClass, 'name' | 'camp_start'> };

/** Leads to the contact form with a question about a child whose age does not fit. */
function AskTheSchool({ child, campClass: { name, camp_start } }: AskProps) {
  const message = `Can ${child} join ${name}, which starts on ${formatDay(camp_start)}? The ages of the class don’t fit, but `;
  return (
    // In the state and not in the address, which could be shared or logged.
    <Link to={paths.contact} state={{ message }} className="link font-semibold">
      Ask the school<span className="sr-only"> about {child}</span>
    </Link>
  );
}

type NewChildFormProps = {
  newChild: NewChild;
  /** Without it, there is no way back: nobody else is there yet. */
  onClose: (() => void) | undefined;
};

/** Name and birth date of a child that joins a class. The main button of the dialog around it adds the child, too. */
function NewChildForm({ newChild, onClose }: NewChildFormProps) {
  const { form, isBusy, addAnother } = newChild;
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus('name'), [setFocus]);

  return (
    <Form
      form={form}
      onSubmit={addAnother}
      fieldOfCode={{ child_exists: 'name' }}
      aria-label="Add a child"
      className="grid gap-5"
    >
      <ChildFields isShort />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-outline btn-sm" disabled={isBusy}>
          Add another child
        </button>
        {onClose && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={isBusy}
            onClick={onClose}
          >
            Don’t add a child
          </button>
        )}
      </div>
    </Form>
  );
}
