import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

export type ClassCancellation = {
  /** How many people are enrolled, as the admin was shown. */
  confirm_affected: number;
  note: string;
  message?: string;
};

/** Cancels a class: everybody gets all their money back. */
export function useCancelClass(id: string) {
  return useChange(
    [
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
    ],
    (body: ClassCancellation) => call('POST /cancelClass/:id', { params: { id }, body }),
  );
}
