import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { Pencil } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { linkToPageOf } from '../../../lib/paths.ts';
import { EraseHealth } from '../../../ui/erase-health.tsx';
import { AskAgain } from './ask-again.tsx';
import { ChildPanel } from './child-panel.tsx';
import { HealthAnswer } from './health-answer.tsx';
import { HealthForm } from './health-form.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';

type Props = {
  child: ChildDetails;
  /** As the family calls the child. */
  firstName: string;
  /** What the camp lacks next. */
  next: ReactNode;
};

/** What the school knows about a child's health. Without an answer the form is open at once. */
export function Health({ child, firstName, next }: Props) {
  const { health, healthAnswer, canChange } = child;
  const [isChanging, setChanging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (health === 'hidden') return null;

  function close() {
    setChanging(false);
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  return (
    <ChildPanel id="health" title="Health" heading={heading}>
      {healthAnswer && !isChanging ? (
        <div className="space-y-5">
          {health === 'outdated' && canChange && (
            <AskAgain
              child={{ _id: child._id, name: firstName }}
              confirmedAt={healthAnswer.confirmedAt}
              change={null}
              onFormNeeded={() => setChanging(true)}
            />
          )}
          <HealthAnswer answer={healthAnswer} />
          {canChange && (
            <div className="flex flex-wrap gap-3">
              <button
                type="button"
                className="btn btn-outline btn-sm"
                onClick={() => setChanging(true)}
              >
                <Pencil className="size-4" aria-hidden="true" />
                Change health information
              </button>
              <EraseHealth child={child} onErased={() => heading.current?.focus()} />
            </div>
          )}
        </div>
      ) : canChange ? (
        <div className="space-y-5">
          {!healthAnswer && <HealthMark state="missing" />}
          <HealthForm
            child={child}
            firstName={firstName}
            onSaved={close}
            onCancel={healthAnswer ? close : undefined}
          />
        </div>
      ) : (
        <p>
          Nobody has told the camp about {firstName}’s health yet. Another guardian, who may change
          things, can do that.
        </p>
      )}
      {next}
      <p className="mt-5">
        <Link to={linkToPageOf('childRecords', child._id)} className="link font-semibold">
          Medicine and incidents at camp
        </Link>
      </p>
    </ChildPanel>
  );
}
