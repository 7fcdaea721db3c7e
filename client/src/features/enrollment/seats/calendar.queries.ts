import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Where a calendar program finds the classes of the family; null until they ask for an address. */
export function myCalendarOptions(email: string) {
  return queryOptions({
    queryKey: ['myCalendar', email],
    queryFn: () => call('GET /myCalendar'),
    // It may have been replaced in another window.
    staleTime: 0,
  });
}

/** Gets a new address. The one before stops working. */
export function useRenewCalendar(email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /myCalendar'),
    onSuccess: (calendar) => queryClient.setQueryData(myCalendarOptions(email).queryKey, calendar),
  });
}
