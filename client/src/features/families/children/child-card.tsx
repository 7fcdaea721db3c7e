import type { ListedChild } from '@speakifyr/contract/children.ts';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToChild } from '../../../lib/paths.ts';
import { nameAge } from '../../../lib/name-age.ts';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { mayChange, nameRights } from './name-rights.ts';

/** A child in the list. The name leads to the child's page, and so does the rest of the card. */
export function ChildCard({ child }: { child: ListedChild }) {
  return (
    <li className="card bg-base-100 shadow-card hover:shadow-lifted relative flex-row items-center gap-4 p-5 motion-safe:transition-shadow sm:p-6">
      <div className="min-w-0 flex-1 space-y-1">
        <h2 className="text-xl font-bold [overflow-wrap:anywhere]">
          <Link
            to={linkToChild(child._id)}
            className="after:rounded-box after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2"
          >
            {child.name}
          </Link>
        </h2>
        <p className="text-base-content/80">{nameAge(child.birthDate)}</p>
        {child.note && (
          <p className="text-base-content/80 text-sm [overflow-wrap:anywhere]">{child.note}</p>
        )}
        {!mayChange(child.may) && (
          <p className="text-base-content/80 text-sm">You {nameRights(child.may)}.</p>
        )}
        <HealthMark state={child.health} />
      </div>
      <ChevronRight className="text-base-content/60 size-5 shrink-0" aria-hidden="true" />
    </li>
  );
}
