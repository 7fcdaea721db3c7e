import type { ComponentProps } from 'react';
import { readApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';

export type FailedQuery = ComponentProps<typeof LoadProblem>['query'];

/**
 * Shown in place of a list that did not load, or that the team can only read on some days.
 * @param props.what such as `The day list`
 */
export function ListProblem(props: ComponentProps<typeof LoadProblem>) {
  const { code, message } = readApiError(props.query.error);
  if (code === 'care_sheet_closed')
    return <EmptyState title={`${props.what} is closed`} text={message} />;
  return <LoadProblem {...props} />;
}
