import { useQuery } from '@tanstack/react-query';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import { Link, useNavigate } from 'react-router-dom';
import { linkToHealth } from '../../lib/paths.ts';
import { AskAgain } from './ask-again.tsx';
import { confirmedAtOptions } from './child.queries.ts';
import { HealthMark } from '../../ui/health-mark.tsx';

/** Asks for each child's health information if it is missing or may be out of date. */
export function HealthNotes({ unanswered }: { unanswered: ListedChild[] }) {
  if (unanswered.length === 0) return null;
  return (
    <ul className="mb-6 grid gap-3">
      {unanswered.map((child) => (
        <li key={child._id}>
          {child.health === 'missing' ? <MissingNote child={child} /> : <OldNote child={child} />}
        </li>
      ))}
    </ul>
  );
}

function MissingNote({ child: { _id, name } }: { child: ListedChild }) {
  return (
    <div className="rounded-box bg-error/12 space-y-2 p-4">
      <HealthMark state="missing" />
      <p className="[overflow-wrap:anywhere]">
        Please tell us what {name}’s instructor should know, even if there is nothing to tell.
      </p>
      <Link to={linkToHealth(_id)} className="btn btn-primary btn-sm">
        Answer now <span className="sr-only">for {name}</span>
      </Link>
    </div>
  );
}

function OldNote({ child }: { child: ListedChild }) {
  const navigate = useNavigate();
  const confirmedAt = useQuery(confirmedAtOptions(child._id));
  return (
    <AskAgain
      child={child}
      confirmedAt={confirmedAt.data ?? undefined}
      change={
        <Link to={linkToHealth(child._id)} className="btn btn-outline btn-sm">
          Change it <span className="sr-only">for {child.name}</span>
        </Link>
      }
      onFormNeeded={() => void navigate(linkToHealth(child._id))}
    />
  );
}
