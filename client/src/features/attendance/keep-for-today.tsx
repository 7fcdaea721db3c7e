import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetOldDays } from './device-store.ts';
import { everyoneOptions } from './everyone.queries.ts';
import { keepRight, type Right } from './kept-work.ts';
import { offerApp } from './offer-app.ts';
import { registerWorker } from './register-worker.ts';

/** How often everyone's list is loaded while the person works on a day list, in milliseconds. */
const EVERYONE_MS = 5 * 60_000;
/** How often the phone checks whether the day is over. */
const DAY_OVER_MS = 60_000;

/** While somebody looks after children, the phone gets ready for a day without a connection. R402 */
export function KeepForToday({ user: { role, bundle } }: { user: Right }) {
  useQuery({ ...everyoneOptions(), refetchInterval: EVERYONE_MS, notifyOnChangeProps: [] });
  useEffect(() => {
    void keepRight({ role, bundle });
    registerWorker();
    offerApp();
    void forgetOldDays();
    const timer = setInterval(() => void forgetOldDays(), DAY_OVER_MS);
    return () => clearInterval(timer);
  }, [role, bundle]);
  return null;
}
