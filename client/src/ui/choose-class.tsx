import { meetsOn } from '@speakifyr/contract/class-days.ts';
import { formatAges, formatHours } from '@speakifyr/contract/format.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { sayAddedTax } from '../lib/added-tax.ts';
import { countOf } from '../lib/count-of.ts';
import { formatCharge, formatDays } from '../lib/format.ts';
import { matchClassWords } from '../lib/match-words.ts';
import { Field, FieldError } from './field.tsx';

/** How many classes are shown before somebody asks for more. */
const FIRST = 6;

type Props = {
  /** The field of the form around: the id of the class. */
  name: string;
  label?: string;
  /** Undefined while they load. */
  classes: ClassChoice[] | undefined;
  /** Why a class does not fit, in a few words. It can be chosen all the same. */
  judge: (choice: ClassChoice) => string | undefined;
  /** A sentence if there is none at all. */
  none: string;
  /** Called with each choice; with undefined if it is taken back. */
  onChange?: (choice: ClassChoice | undefined) => void;
  /** Below the class that is chosen. */
  children?: ReactNode;
};

/** Chooses one class of many: by words and day, those that fit first. */
export function ChooseClass(props: Props) {
  const { name, label = 'Class', classes, judge, none, onChange, children } = props;
  const { control } = useFormContext();
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  const chosen = classes?.find(({ _id }) => _id === field.value);
  const problem = chosen && judge(chosen);
  const choose = (id: string) => {
    field.onChange(id);
    onChange?.(classes?.find(({ _id }) => _id === id));
  };
  return (
    <fieldset className="min-w-0">
      <legend className={chosen ? 'mb-1.5 font-semibold' : 'sr-only'}>{label}</legend>
      {!classes ? (
        <div role="status" aria-label="Loading the classes" className="skeleton h-24" />
      ) : chosen ? (
        <div className="rounded-box border-primary grid gap-2 border-2 p-4">
          <ClassFacts choice={chosen} problem={problem} />
          <button
            type="button"
            // It takes the place of the button that had the focus.
            autoFocus
            className="btn btn-sm btn-outline justify-self-start"
            onClick={() => choose('')}
          >
            Choose another class
          </button>
          {children}
          {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
        </div>
      ) : classes.length === 0 ? (
        <p className="rounded-box bg-base-200 p-4">{none}</p>
      ) : (
        <Search
          classes={classes}
          judge={judge}
          searchRef={field.ref}
          error={error}
          onChoose={choose}
        />
      )}
    </fieldset>
  );
}

type SearchProps = {
  classes: ClassChoice[];
  judge: Props['judge'];
  searchRef: (element: HTMLInputElement | null) => void;
  error: string | undefined;
  onChoose: (id: string) => void;
};

function Search({ classes, judge, searchRef, error, onChoose }: SearchProps) {
  const [words, setWords] = useState('');
  const [day, setDay] = useState('');
  const [isLong, setLong] = useState(false);
  const found = classes.filter((one) => matchClassWords(one, words) && (!day || meetsOn(one, day)));
  const judged = found.map((choice) => ({ choice, problem: judge(choice) }));
  const fitting = judged.filter(({ problem }) => !problem);
  const others = judged.filter(({ problem }) => problem);
  const shown = isLong ? fitting : fitting.slice(0, FIRST);
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          ref={searchRef}
          label="Find a class"
          error={error}
          type="search"
          placeholder="Name, tag or instructor"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          // It is part of a form, which Enter would send.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Field
          label="Meets on"
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <p role="status" className="text-base-content/80 text-sm">
        {found.length === 0
          ? 'No class matches.'
          : fitting.length === 0
            ? 'No class fits.'
            : `${countOf(fitting.length, 'class', 'classes')} ${fitting.length === 1 ? 'fits' : 'fit'}.`}
      </p>
      <Choices judged={shown} onChoose={onChoose} />
      {shown.length < fitting.length && (
        <button
          type="button"
          className="btn btn-sm btn-outline justify-self-start"
          onClick={() => setLong(true)}
        >
          Show all {fitting.length}
        </button>
      )}
      {others.length > 0 && (
        <details>
          <summary className="link cursor-pointer font-semibold">
            {`${countOf(others.length, 'class', 'classes')} ${others.length === 1 ? 'does' : 'do'} not fit`}
          </summary>
          <div className="mt-3">
            <Choices judged={others} onChoose={onChoose} />
          </div>
        </details>
      )}
    </div>
  );
}

type ChoicesProps = {
  judged: { choice: ClassChoice; problem: string | undefined }[];
  onChoose: (id: string) => void;
};

function Choices({ judged, onChoose }: ChoicesProps) {
  if (judged.length === 0) return null;
  return (
    <ul className="grid max-h-96 gap-2 overflow-y-auto">
      {judged.map(({ choice, problem }) => (
        <li key={choice._id}>
          <button
            type="button"
            className="rounded-box border-base-content/25 hover:border-primary flex min-h-11 w-full cursor-pointer items-center gap-3 border p-3 text-left"
            onClick={() => onChoose(choice._id)}
          >
            <span className="min-w-0 grow">
              <ClassFacts choice={choice} problem={problem} />
            </span>
            <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function ClassFacts({ choice, problem }: { choice: ClassChoice; problem: string | undefined }) {
  const { name, camp_start, camp_end, price, sit } = choice;
  const facts = [
    formatDays(camp_start, camp_end),
    formatHours(choice),
    formatAges(choice),
    `${formatCharge(price)} ${sayAddedTax(price)}`.trim(),
    sit > 0 && `${sit} free`,
  ];
  // A line breaks between two of them.
  const text = facts.flatMap((fact) => (fact ? fact.replaceAll(' ', '\u00a0') : [])).join(' · ');
  return (
    <span className="block [overflow-wrap:anywhere]">
      <strong className="block">{name}</strong>{' '}
      <span className="text-base-content/80 block text-sm">{text}</span>
      {problem && <span className="text-error block text-sm font-medium">{problem}</span>}
    </span>
  );
}
