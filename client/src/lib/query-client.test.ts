import { waitFor } from '@testing-library/react';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

// Rules: R66.
test('without a network a call fails instead of waiting silently, and is made again when it is back', async () => {
  const client = createQueryClient();
  client.mount();
  const ask = vi.fn().mockRejectedValue(new NoAnswerError('offline'));
  onlineManager.setOnline(false);
  const classes = new QueryObserver(client, { queryKey: ['classes'], queryFn: ask, retry: false });
  const stop = classes.subscribe(() => {});

  await waitFor(() => expect(classes.getCurrentResult().isError).toBe(true));

  ask.mockResolvedValue([]);
  onlineManager.setOnline(true);
  await waitFor(() => expect(classes.getCurrentResult().data).toEqual([]));
  stop();
  client.unmount();
});
