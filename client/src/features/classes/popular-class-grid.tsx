import type { CampClass } from '@speakifyr/contract/classes.ts';
import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readApiError } from '../../lib/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ClassGrid } from './class-grid.tsx';
import { ClassGridSkeleton } from './class-grid-skeleton.tsx';
import { popularClassesOptions } from './classes.queries.ts';

type Props = { renderAction: (campClass: CampClass) => ReactNode };

/** The most expensive classes, spec section 2, with loading, error and empty states. */
export function PopularClassGrid({ renderAction }: Props) {
  const classes = useQuery(popularClassesOptions());
  if (classes.isPending) return <ClassGridSkeleton places={MAX_POPULAR_CLASSES} />;
  if (classes.isError)
    return (
      <ErrorState
        title="The classes could not be loaded"
        text={readApiError(classes.error).message}
        onRetry={() => void classes.refetch()}
      />
    );
  return <ClassGrid classes={classes.data} headingLevel={3} renderAction={renderAction} />;
}
