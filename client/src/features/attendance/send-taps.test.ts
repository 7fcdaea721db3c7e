import type { SentTap } from '@speakifyr/contract/attendance.ts';
import { expect, test } from 'vitest';
import { loadHttp } from '../../lib/http.ts';
import { answer, answerWithPage, breakConnection, refuse } from '../../testing/server.ts';
import { answerTaps, at, CLASS_ID, DAY, mia } from './attendance.testing.tsx';
import type { OwnTap } from './kept-taps.ts';
import { sendTaps } from './send-taps.ts';

function buildOwn(_id: string, kind: SentTap['kind']): OwnTap {
  const tap = { _id, personId: mia.personId, kind, at: at('09:04') };
  return { classId: CLASS_ID, day: DAY, tap };
}

const own = buildOwn('1', 'in');

// Rules: R403.
test('only the taps that the server did not record come back', async () => {
  const refused = buildOwn('2', 'out');
  answerTaps([], ({ kind }) => (kind === 'out' ? 'wrong_time' : null));
  expect(await sendTaps([own, refused])).toEqual([{ ...refused, problem: 'wrong_time' }]);
});

test('without a connection, taps wait', async () => {
  breakConnection('POST /attendance');
  expect(await sendTaps([own])).toBeUndefined();
});

test.each(['session_expired', 'too_many_requests', 'internal', 'unavailable'] as const)(
  'taps wait after %s: a moment later they may be welcome',
  async (code) => {
    answer('POST /attendance', () => refuse(code));
    answer('POST /jwt', () => refuse('unavailable'));
    expect(await sendTaps([own])).toBeUndefined();
  },
);

test('taps wait after a gateway that lost patience', async () => {
  answerWithPage('POST /attendance', 408);
  expect(await sendTaps([own])).toBeUndefined();
});

test('a request that hangs is given up after ten seconds', async () => {
  answerTaps();
  let timeout: number | undefined;
  const { request } = (await loadHttp()).interceptors;
  const recorder = request.use((config) => {
    timeout = config.timeout;
    return config;
  });
  await sendTaps([own]);
  request.eject(recorder);
  expect(timeout).toBe(10_000);
});

test('a request that is refused for good comes back with the server’s words', async () => {
  answer('POST /attendance', () => refuse('care_sheet_closed', { message: 'It is over.' }));
  expect(await sendTaps([own])).toEqual([{ ...own, problem: null, message: 'It is over.' }]);
});
