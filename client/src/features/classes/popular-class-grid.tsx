import type { CampClass } from '@speakifyr/contract/classes.ts';
import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { ClassGrid } from './class-grid.tsx';
import { ClassGridSkeleton } from './class-grid-skeleton.tsx';

type Props = { renderAction: (campClass: CampClass) => ReactNode };

/** The most expensive classes, spec section 2, with loading, error and empty states. */
export function PopularClassGrid({ renderAction }: Props) {
  const classes = useQuery(read('GET /popularclass'));
  if (classes.isPending) return <ClassGridSkeleton places={MAX_POPULAR_CLASSES} />;
  if (classes.isError) return <LoadProblem what="The classes" query={classes} />;
  return <ClassGrid classes={classes.data} headingLevel={3} renderAction={renderAction} />;
}
