import { useQuery } from '@tanstack/react-query';
import { MoveRight, TrendingDown, TrendingUp } from 'lucide-react';
import { read } from '../../lib/read.ts';

/**
 * How many more users there are than when the month began, in words. Says nothing if there is nothing to compare with.
 * R208
 * @param email of the admin who looks at it
 */
export function UserGrowth({ email }: { email: string }) {
  const growth = useQuery({
    ...read('GET /adminStats', { query: { email } }),
    select: ({ userGrowth }) => userGrowth,
  });
  // The line keeps its height, so that nothing moves when the words come.
  if (growth.isPending) return <span className="skeleton inline-block h-[0.8em] w-48" />;
  if (typeof growth.data !== 'number') return <>&nbsp;</>;
  const [Icon, color, words] = describeGrowth(growth.data);
  return (
    <span className="flex items-center gap-2">
      <Icon className={`size-4.5 ${color}`} aria-hidden="true" />
      <span>{words}</span>
    </span>
  );
}

function describeGrowth(percent: number) {
  const amount = `${Math.abs(percent).toLocaleString('en-US')}%`;
  if (percent > 0) return [TrendingUp, 'text-success', `${amount} more than last month`] as const;
  if (percent < 0) return [TrendingDown, '', `${amount} fewer than last month`] as const;
  return [MoveRight, '', 'As many as last month'] as const;
}
