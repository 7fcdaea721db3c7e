import type { StatementChoice } from '@speakifyr/contract/statements.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

const CHOICES = 'myStatements';

/** For whom and for which years somebody can have a statement. */
export function statementChoicesOptions(email: string) {
  return queryOptions({
    queryKey: [CHOICES, email],
    queryFn: () => call('GET /myStatements'),
    staleTime: 0,
  });
}

/** A statement. @param no its number, from the address */
export function statementOptions(no: string) {
  return queryOptions({
    queryKey: ['statement', no],
    queryFn: () => call('GET /statements/:no', { params: { no } }),
    // A new version may correct it.
    staleTime: 0,
  });
}

/** Issues the statement of a person and a year, or finds the one that is still right. */
export function useIssueStatement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ participant, year }: Pick<StatementChoice, 'participant' | 'year'>) =>
      call('POST /myStatements', { body: { participant, year } }),
    onSuccess: (statement) => {
      queryClient.setQueryData(statementOptions(String(statement.no)).queryKey, statement);
      void queryClient.invalidateQueries({ queryKey: [CHOICES] });
    },
  });
}
