import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

export type ClassCancellation = {
  /** How many people are enrolled, as the admin was shown. */
  confirm_affected: number;
  note: string;
  message?: string;
};

/** Cancels a class: everybody gets all their money back. */
export function useCancelClass(id: string) {
  const refresh = useRefresh([
    'classPeople',
    'classList',
    'classWaiting',
    'adminClasses',
    'adminStats',
    'classes',
    'popularcl',
    'payments',
    'openRefunds',
    'auditLog',
    'getInstructors',
    'newInstructor',
  ]);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: ClassCancellation) =>
      call('POST /cancelClass/:id', { params: { id }, body }),
    // Also after a refusal: somebody else has enrolled.
    onSettled: refresh,
  });
}
