import { toCents } from '@speakifyr/contract/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOnce } from '../../../lib/read.ts';
import type { Order } from './payment.queries.ts';
import { findUsable } from '../credit/usable-credit.ts';

/**
 * How much credit can pay of an order, and how much the person lets it pay. It loads once it is wanted, and then stays
 * as it was: what this payment takes is no longer there. R361
 * @returns amounts in cents
 */
export function useCredit({ courses, price }: Order) {
  const [isWanted, setWanted] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const credit = useQuery({
    ...readOnce('GET /myCredit'),
    enabled: isWanted,
  });
  const total = toCents(price);
  const usable = findUsable(total, credit.data?.available ?? 0);
  // The difference of a move is paid in one way.
  const isTooLittle = usable < total && courses.some(({ movesFrom }) => movesFrom);
  const most = isTooLittle ? 0 : usable;
  return {
    most,
    /** Credit that pays nothing here, because it is less than the difference of a move. */
    tooLittle: isTooLittle ? usable : 0,
    used: isUsed ? most : 0,
    isWanted,
    /** Whether it is known how much there is, or that this can't be known. */
    isKnown: credit.isFetched,
    want: () => setWanted(true),
    use: setUsed,
    /** After a refusal: another tab may have spent it. */
    reset: () => {
      setUsed(false);
      if (isWanted) void credit.refetch();
    },
  };
}
