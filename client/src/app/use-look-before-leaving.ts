import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaving } from '../session/before-leaving.ts';

/**
 * On any page, also a public one: before somebody of the team logs out, the taps that wait on the phone are found. Only
 * then is what sends them loaded. R403
 */
export function useLookBeforeLeaving(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = async () => {
      const { findTapQueue } = await import('../features/attendance/tap-queue.ts');
      await findTapQueue(queryClient).takeOver();
    };
    leaving.look = look;
    return () => {
      if (leaving.look === look) delete leaving.look;
    };
  }, [queryClient]);
}
