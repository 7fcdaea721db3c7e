import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';

/** Gets a new address. The one before stops working. */
export function useRenewCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /myCalendar'),
    onSuccess: (calendar) => queryClient.setQueryData(read('GET /myCalendar').queryKey, calendar),
  });
}
