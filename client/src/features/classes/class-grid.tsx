import type { CampClass } from '@speakifyr/contract/classes.ts';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ClassCard } from './class-card.tsx';
import { ClassGridSkeleton } from './class-grid-skeleton.tsx';

type Props<K extends QueryKey> = {
  /** Which classes: one of classes.queries.ts. */
  options: UseQueryOptions<CampClass[], Error, CampClass[], K>;
  /** How many places to keep while they load. */
  places: number;
  headingLevel: 2 | 3;
  renderAction: (campClass: CampClass) => ReactNode;
};

/** Classes as cards, three beside each other on medium screens and up (spec section 9), with the faces of before. */
export function ClassGrid<K extends QueryKey>({
  options,
  places,
  headingLevel,
  renderAction,
}: Props<K>) {
  const classes = useQuery(options);
  if (classes.isPending) return <ClassGridSkeleton places={places} />;
  if (classes.isError)
    return (
      <ErrorState
        title="The classes could not be loaded"
        text={readApiError(classes.error).message}
        onRetry={() => void classes.refetch()}
      />
    );
  if (classes.data.length === 0)
    return (
      <EmptyState
        title="No classes yet"
        text="The camp is still being planned. Please look in again soon."
      />
    );
  return (
    <ul className="card-grid">
      {classes.data.map((campClass) => (
        <li key={campClass._id} className="flex">
          <ClassCard
            campClass={campClass}
            action={renderAction(campClass)}
            headingLevel={headingLevel}
          />
        </li>
      ))}
    </ul>
  );
}
