import { isCare } from '@speakifyr/contract/form-answers.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../../../lib/count-of.ts';
import { formatDate } from '../../../lib/format.ts';
import { linkToDashboard } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EraseHealth } from '../../../ui/erase-health.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { SignedNote } from '../../../ui/paper-fields.tsx';
import { AnswerList } from '../answer-list.tsx';
import { FormStep } from './form-step.tsx';
import { OwnFiles } from './own-files.tsx';
import { listTasks, type OwnTask } from './own-task.ts';

const DONE = {
  questions: 'Answered',
  waiver: 'Signed',
  consent: 'Answered',
  document: 'Handed in',
} as const;

/** What the school asks a family or an instructor: one form after the other, for all children. R660 */
export function OwnForms() {
  const own = useQuery(read('GET /myForms'));
  return own.data ? (
    <Flow tasks={listTasks(own.data)} />
  ) : (
    <>
      <PageHeading>Forms</PageHeading>
      {own.isError ? (
        <LoadProblem what="Your forms" query={own} />
      ) : (
        <div className="skeleton h-96 max-w-3xl" role="status" aria-label="Loading" />
      )}
    </>
  );
}

const isLeft = ({ person: { state, mayAnswer } }: OwnTask) => mayAnswer && state !== 'done';

function Flow({ tasks }: { tasks: OwnTask[] }) {
  const left = tasks.filter(isLeft);
  const [chosen, setChosen] = useState(left[0]?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current !== chosen) heading.current?.focus();
    before.current = chosen;
  }, [chosen]);
  const current = tasks.find(({ id }) => id === chosen);
  /** The next one that is left, after this one; at last those that were put off. */
  function goOn() {
    const place = tasks.findIndex(({ id }) => id === chosen);
    const rest = [...tasks.slice(place + 1), ...tasks.slice(0, place)].filter(isLeft);
    setChosen(rest[0]?.id);
    window.scrollTo({ top: 0 });
  }
  const due = left
    .flatMap(({ form: { terms } }) => terms.due ?? [])
    .sort()
    .at(0);
  const answered = tasks.filter(
    (task) => !isLeft(task) && task.person.mayAnswer && task.id !== chosen,
  );
  const ofOthers = tasks.filter(
    ({ person: { mayAnswer, state } }) => !mayAnswer && state !== 'done',
  );
  return (
    <div className="max-w-3xl">
      <PageHeading
        ref={heading}
        lead={
          left.length > 0
            ? `${countOf(left.length, 'form')} left${due ? `, the first until ${formatDate(due)}` : ''}. Each is saved when you finish it.`
            : undefined
        }
      >
        Forms
      </PageHeading>
      {current && (
        <div className="mb-8">
          <FormStep
            key={current.id}
            form={current.form}
            person={current.person}
            name={current.name}
            others={tasks.filter(
              ({ id, form, person }) =>
                id !== current.id && form._id === current.form._id && person.state === 'done',
            )}
            onDone={goOn}
            onLater={goOn}
          />
        </div>
      )}
      {!current && <NothingOpen left={left} hasAny={tasks.length > 0} onOpen={setChosen} />}
      {left.length > 1 && current && (
        <PageSection title="Also left">
          <ul className="grid gap-2">
            {left
              .filter(({ id }) => id !== chosen)
              .map(({ id, form, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="link text-left font-semibold [overflow-wrap:anywhere]"
                    onClick={() => setChosen(id)}
                  >
                    {`${form.terms.name}: ${name}`}
                  </button>
                </li>
              ))}
          </ul>
        </PageSection>
      )}
      {ofOthers.length > 0 && (
        <PageSection title="Another guardian answers">
          <p className="[overflow-wrap:anywhere]">
            {ofOthers.map(({ form, name }) => `${form.terms.name}: ${name}`).join('; ')}. Only a
            guardian who may change things can do so.
          </p>
        </PageSection>
      )}
      {answered.length > 0 && (
        <PageSection title="Answered">
          <ul className="grid gap-4">
            {answered.map((task) => (
              <AnsweredForm key={task.id} task={task} onChange={() => setChosen(task.id)} />
            ))}
          </ul>
        </PageSection>
      )}
    </div>
  );
}

type NothingProps = { left: OwnTask[]; hasAny: boolean; onOpen: (id: string) => void };

function NothingOpen({ left, hasAny, onOpen }: NothingProps) {
  const { user } = useSession();
  const [first] = left;
  if (first)
    return (
      <button
        type="button"
        className="btn btn-primary btn-lg mb-8 h-auto py-2"
        onClick={() => onOpen(first.id)}
      >
        {`Go on: ${first.form.terms.name}`}
      </button>
    );
  if (!hasAny)
    return (
      <EmptyState
        title="No forms"
        text="When the school asks something before a class of yours, it is here."
      />
    );
  return (
    <p role="status" className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-success flex items-center gap-2 text-lg font-bold">
        <CircleCheck className="size-6 shrink-0" aria-hidden="true" />
        <span>All forms are answered</span>
      </span>
      {user && (
        <Link to={linkToDashboard(user.role)} className="link font-semibold">
          Back to your home page
        </Link>
      )}
    </p>
  );
}

type Props = { task: OwnTask; onChange: () => void };

/** What was answered, with a button to change it; a consent is withdrawn with one press. R665 */
function AnsweredForm({ task: { form, person, name }, onChange }: Props) {
  const { _id, terms } = form;
  const { personId, answers, answeredAt, isGiven, files, signed } = person;
  const knowsHealth =
    (terms.isHealth && files.length > 0) ||
    terms.questions.some((question) => isCare(question) && answers[question.key] !== undefined);
  const withdrawing = useChange('DELETE /myForms/:id');
  return (
    <li className="rounded-box border-base-300 bg-base-100 space-y-3 border p-4">
      <h3 className="font-bold [overflow-wrap:anywhere]">{`${terms.name}: ${name}`}</h3>
      {answeredAt && (
        <p className="text-base-content/80 text-sm">{`${DONE[terms.kind]} on ${formatDate(new Date(answeredAt))}`}</p>
      )}
      {signed && <SignedNote signed={signed} />}
      <AnswerList form={terms} answers={answers} />
      <OwnFiles files={files} />
      <div className="flex flex-wrap gap-3">
        {terms.kind !== 'waiver' && (
          <button type="button" className="btn btn-outline btn-sm" onClick={onChange}>
            Change <span className="sr-only">{`${terms.name} for ${name}`}</span>
          </button>
        )}
        {isGiven && (
          <ActionButton
            className="btn-outline btn-sm"
            act={() => withdrawing.mutateAsync({ params: { id: _id }, query: { personId } })}
            success="Withdrawn"
          >
            Withdraw <span className="sr-only">{`${terms.name} for ${name}`}</span>
          </ActionButton>
        )}
        {knowsHealth && <EraseHealth child={{ _id: personId, name }} />}
      </div>
    </li>
  );
}
