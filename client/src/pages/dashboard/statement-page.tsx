import { useParams } from 'react-router-dom';
import { Statement } from '../../features/ledger/statements/statement.tsx';
import { paths } from '../../lib/paths.ts';
import { useRole } from '../../session/use-role.ts';
import { BackLink } from './back-link.tsx';

/** A statement, for the person who paid and for admins. */
export function StatementPage() {
  const { no = '' } = useParams();
  const { role } = useRole();
  const back =
    role === 'admin'
      ? { to: paths.families, label: 'Families' }
      : { to: paths.statements, label: 'Statements' };
  return (
    <>
      <BackLink {...back} />
      <Statement key={no} no={no} />
    </>
  );
}
