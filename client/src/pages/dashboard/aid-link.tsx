import { useIsFetching } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';

/** Leads from where a parent reads prices to financial aid. Waits until all above it has loaded, or it would move. */
export function AidLink() {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  if (loading > 0) return null;
  return (
    <p className="mt-8">
      Is it too much for your family?{' '}
      <Link to={paths.aid} className="link font-semibold">
        Ask for financial aid
      </Link>
      . It stays between you and the school’s directors.
    </p>
  );
}
