import type { StoredHealth } from '@speakifyr/contract/children.ts';
import type { FamilyChild } from '@speakifyr/contract/families.ts';
import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { useIsMutating } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { findDayProblem, PaperFields, SignedWords, startPaper } from '../../../ui/paper-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { BlockForm } from '../children/block-form.tsx';
import { FormButtons } from '../children/form-buttons.tsx';
import { HealthAnswer } from '../children/health-answer.tsx';
import { HealthForm } from '../children/health-form.tsx';
import { mayChange } from '../children/name-rights.ts';
import type { SignedPaper } from '../children/signed-paper.ts';
import { PaperContacts } from './paper-contacts.tsx';
import { SecondGuardian } from './second-guardian.tsx';

const PARTS = [
  { part: 'contacts', label: 'Contacts' },
  { part: 'health', label: 'Health' },
  { part: 'block', label: 'Must not pick up' },
  { part: 'guardian', label: 'Second guardian' },
] as const;

/** What a family without a log-in has signed on paper: the office enters it, part by part. R568 */
export function PaperForm({ child }: { child: FamilyChild }) {
  const [isOpen, setOpen] = useState(false);
  const [paper, setPaper] = useState<Paper>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = useIsMutating() > 0;
  const signer = child.guardians.find(({ _id }) => _id === paper?.by);
  const focus = () => heading.current?.focus();
  return (
    <section>
      <h4 ref={heading} tabIndex={-1} className="mb-1 font-bold outline-none">
        Paper form
      </h4>
      {!isOpen && (
        <button
          type="button"
          className="btn btn-outline btn-sm min-h-11"
          onClick={() => setOpen(true)}
        >
          <FileText className="size-4" aria-hidden="true" />
          <span>Enter a paper form</span> <span className="sr-only">of {child.name}</span>
        </button>
      )}
      {isOpen && !(paper && signer) && (
        <WhichPaper
          child={child}
          onChosen={(chosen) => {
            setPaper(chosen);
            focus();
          }}
          onCancel={() => {
            setOpen(false);
            focus();
          }}
        />
      )}
      {isOpen && paper && signer && (
        <div className="space-y-4">
          <p className="[overflow-wrap:anywhere]">
            <span>{`Signed by ${signer.name} on ${formatDate(paper.day)}: ${paper.reference}.`}</span>{' '}
            <button
              type="button"
              className="link disabled:no-underline disabled:opacity-60"
              disabled={isBusy}
              onClick={() => setPaper(undefined)}
            >
              Another paper
            </button>
          </p>
          <SignedWords day={paper.day} />
          <Parts child={child} signed={{ paper, signer: signer.name }} heading={heading} />
        </div>
      )}
      <p className="text-base-content/75 mt-1 text-sm">
        Only while nobody of this family has a log-in. The audit log records who enters it.
      </p>
    </section>
  );
}

type WhichProps = {
  child: FamilyChild;
  onChosen: (paper: Paper) => void;
  onCancel: () => void;
};

/** Asks who signed, when, and which paper it is. Nothing is sent yet: each part goes with it. */
function WhichPaper({ child, onChosen, onCancel }: WhichProps) {
  const signers = child.guardians.filter(({ may }) => mayChange(may));
  const form = useCallForm('PUT /children/:id/paperForm', {
    defaultValues: startPaper(signers),
    firstField: signers.length > 1 ? 'by' : 'day',
    at: 'paper',
    toInput: (paper) => ({ params: { id: child._id }, body: { paper } }),
    findProblems: (paper) => ({ day: findDayProblem(paper) }),
  });
  return (
    <Form
      form={form}
      onSubmit={(paper) => Promise.resolve(onChosen(paper))}
      aria-label="Paper form"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      <PaperFields signers={signers} />
      <FormProblem />
      <FormButtons label="Continue" onCancel={onCancel} />
    </Form>
  );
}

type PartsProps = {
  child: FamilyChild;
  signed: SignedPaper;
  heading: RefObject<HTMLHeadingElement | null>;
};

type Part = (typeof PARTS)[number]['part'];

function Parts({ child, signed, heading }: PartsProps) {
  const [{ part, turn, isDone }, show] = useState<{ part?: Part; turn: number; isDone: boolean }>({
    turn: 0,
    isDone: false,
  });
  // Whatever is on its way stays open until its answer is there: nobody else would read that it failed.
  const isBusy = useIsMutating() > 0;
  const wait = useId();
  const end = (next?: Part) =>
    show((now) => (now.turn === turn ? { part: next, turn: turn + 1, isDone: true } : now));
  const close = () => end();
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [turn, isDone, heading]);
  return (
    <>
      <div className="flex flex-wrap gap-2" role="group" aria-label="What is on the paper">
        {PARTS.map(({ part: one, label }) => (
          <button
            key={one}
            type="button"
            className={`btn btn-sm min-h-11 ${part === one ? 'btn-primary' : 'btn-outline'}`}
            aria-expanded={part === one}
            aria-describedby={isBusy ? wait : undefined}
            disabled={isBusy}
            onClick={() =>
              show({ part: part === one ? undefined : one, turn: turn + 1, isDone: false })
            }
          >
            {label}
          </button>
        ))}
      </div>
      <p id={wait} role="status" className="text-base-content/75 text-sm empty:hidden">
        {isBusy && 'One part is being saved. Please wait before you open another one.'}
      </p>
      {part === 'contacts' && (
        <PaperContacts child={child} signed={signed} onClosed={() => end('contacts')} />
      )}
      {part === 'health' && <PaperHealth child={child} signed={signed} onCancel={close} />}
      {part === 'block' && (
        <BlockForm
          call="PUT /children/:id/paperForm"
          paper={signed}
          childId={child._id}
          onSaved={close}
          onCancel={close}
        />
      )}
      {part === 'guardian' && <SecondGuardian child={child} signed={signed} onClosed={close} />}
    </>
  );
}

type HealthProps = { child: FamilyChild; signed: SignedPaper; onCancel: () => void };

/** After saving, what was typed is shown once, to compare it with the paper. The office reads nothing from before. */
function PaperHealth({ child, signed, onCancel }: HealthProps) {
  const [entered, setEntered] = useState<StoredHealth>();
  const [isChanging, setChanging] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const erasing = useChange('PUT /children/:id/paperForm');
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [isChanging]);
  if (entered && !isChanging)
    return (
      <div className="rounded-box border-base-300 space-y-4 border p-4 sm:p-6">
        <h5 ref={heading} tabIndex={-1} className="font-bold outline-none">
          Saved. Compare it with the paper
        </h5>
        <HealthAnswer answer={entered} />
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setChanging(true)}>
          Change health information
        </button>
      </div>
    );
  return (
    <div className="space-y-4">
      {!entered && child.health !== 'missing' && (
        <>
          <p className="text-error font-medium">
            There is an answer already. What you save here replaces all of it.
          </p>
          <ActionButton
            className="btn-outline btn-error btn-sm"
            question={{
              titleText: `Erase ${child.name}’s health information?`,
              text: `${signed.signer} withdraws their consent on this paper. Everything is erased at once.`,
              confirm: 'Withdraw and erase',
            }}
            act={() =>
              erasing.mutateAsync({
                params: { id: child._id },
                body: { paper: signed.paper, health: null },
              })
            }
            success="Erased"
            onDone={onCancel}
          >
            They withdraw their consent
          </ActionButton>
        </>
      )}
      <HealthForm
        child={{ ...child, healthAnswer: entered ?? null }}
        paper={signed}
        onSaved={() => setChanging(false)}
        onEntered={setEntered}
        onCancel={entered ? () => setChanging(false) : onCancel}
      />
    </div>
  );
}
