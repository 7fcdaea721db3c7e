import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { readApiError, request } from '../../lib/api.ts';
import { readApiStatus } from '../../lib/api-error.ts';
import type { OwnTap, RefusedTap } from './kept-taps.ts';

/** Fewer than for other calls: at the gate, a tap that hangs is better sent again. */
const TIMEOUT_MS = 10_000;
/** Too early, too often, or the session is just being renewed: the same tap may be welcome a moment later. */
const TEMPORARY: (number | undefined)[] = [undefined, 401, 408, 429];

/**
 * Sends taps of one class and day.
 * @returns those that the server did not record; undefined if it can't be reached, so that they wait
 */
export async function sendTaps(batch: OwnTap[]): Promise<RefusedTap[] | undefined> {
  const [{ classId, day }] = batch as [OwnTap];
  const taps = batch.map(({ tap }) => tap);
  try {
    const answer = await request(
      'POST /attendance',
      { body: { classId, day, taps } },
      { timeout: TIMEOUT_MS },
    );
    const { problems } = answer.data as Output<Contract['POST /attendance']>;
    return batch.flatMap((own, index) => {
      const problem = problems[index];
      return problem ? [{ ...own, problem }] : [];
    });
  } catch (error) {
    const status = readApiStatus(error);
    if (TEMPORARY.includes(status) || (status ?? 0) >= 500) return undefined;
    const { message } = readApiError(error);
    return batch.map((own) => ({ ...own, problem: null, message }));
  }
}
