import type { StatementChoice } from '@speakifyr/contract/statements.ts';
import { useQueryClient } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** Issues the statement of a person and a year, or finds the one that is still right. */
export function useIssueStatement() {
  const queryClient = useQueryClient();
  return useChange(
    'POST /myStatements',
    async ({ participant, year }: Pick<StatementChoice, 'participant' | 'year'>) => {
      const statement = await call('POST /myStatements', { body: { participant, year } });
      queryClient.setQueryData(
        read('GET /statements/:no', { params: { no: String(statement.no) } }).queryKey,
        statement,
      );
      return statement;
    },
  );
}
