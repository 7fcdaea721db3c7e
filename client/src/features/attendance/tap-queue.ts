import type { SentTap, TapProblem } from '@speakifyr/contract/attendance.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { readApiError, request } from '../../lib/api.ts';
import { readApiStatus } from '../../lib/api-error.ts';
import { type ClassDay, classDayOptions } from './attendance.queries.ts';

/** A tap of this phone, with the list that it is on. */
export type OwnTap = { classId: string; day: string; tap: SentTap };
/** A tap that the server did not write down. */
export type RefusedTap = OwnTap & {
  problem: TapProblem | null;
  /** The server's words, if it refused the whole request. */
  message?: string;
};

export type QueueState = { unsent: OwnTap[]; refused: RefusedTap[] };

export const EMPTY_QUEUE: QueueState = { unsent: [], refused: [] };
export const QUEUE_KEY = ['unsentTaps'];

const AGAIN_MS = 10_000;
/** Fewer than for other calls: at the gate, a tap that hangs is better sent again. */
const TIMEOUT_MS = 10_000;
const MAX_TAPS_AT_ONCE = 100;
/** Too early, too often, or the session is just being renewed: the same tap may be welcome a moment later. */
const TEMPORARY: (number | undefined)[] = [undefined, 401, 408, 429];

export type TapQueue = ReturnType<typeof createTapQueue>;

const queues = new WeakMap<QueryClient, TapQueue>();

/** The one queue of the app: it goes on sending when the person looks at another page. */
export function findTapQueue(queryClient: QueryClient): TapQueue {
  const queue = queues.get(queryClient) ?? createTapQueue(queryClient);
  queues.set(queryClient, queue);
  return queue;
}

/**
 * Sends taps, and keeps those that could not be sent. They are in the query cache and nowhere else: a phone that is lost
 * has nothing on it, and they go when the person logs out, so that nobody sends them in somebody else's name.
 */
function createTapQueue(queryClient: QueryClient) {
  queryClient.setQueryDefaults(QUEUE_KEY, { gcTime: Infinity, staleTime: Infinity });
  let isSending = false;
  let stopWaiting: (() => void) | undefined;

  const read = () => queryClient.getQueryData<QueueState>(QUEUE_KEY) ?? EMPTY_QUEUE;

  /** Nothing if the person has logged out since: then nothing of theirs comes back. */
  function write(change: (state: QueueState) => QueueState): void {
    queryClient.setQueryData<QueueState>(QUEUE_KEY, (state) => state && change(state));
  }

  /** The oldest tap that is not sent, and all others of its class and day. */
  function findBatch(): OwnTap[] {
    const { unsent } = read();
    const [first] = unsent;
    return unsent
      .filter(({ classId, day }) => classId === first?.classId && day === first.day)
      .slice(0, MAX_TAPS_AT_ONCE);
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      let batch = findBatch();
      while (batch.length > 0 && (await sendBatch(batch))) batch = findBatch();
    } finally {
      isSending = false;
    }
    if (read().unsent.length > 0) return;
    stopWaiting?.();
    stopWaiting = undefined;
  }

  /** @returns false if the server can't be reached */
  async function sendBatch(batch: OwnTap[]): Promise<boolean> {
    const [{ classId, day }] = batch as [OwnTap];
    const taps = batch.map(({ tap }) => tap);
    try {
      const answer = await request(
        'POST /attendance',
        { body: { classId, day, taps } },
        { timeout: TIMEOUT_MS },
      );
      const { problems } = answer.data as Output<Contract['POST /attendance']>;
      const refused = batch.flatMap((own, index) => {
        const problem = problems[index];
        return problem ? [{ ...own, problem }] : [];
      });
      await settle(batch, refused);
      return true;
    } catch (error) {
      const status = readApiStatus(error);
      if (TEMPORARY.includes(status) || (status ?? 0) >= 500) {
        markOffline(batch);
        return false;
      }
      const { message } = readApiError(error);
      await settle(
        batch,
        batch.map((own) => ({ ...own, problem: null, message })),
      );
      return true;
    }
  }

  /** The server has answered: what it wrote down goes into the list at once, so that nobody jumps back for a moment. */
  async function settle(batch: OwnTap[], refused: RefusedTap[]): Promise<void> {
    const [{ classId, day }] = batch as [OwnTap];
    const { queryKey } = classDayOptions(classId, day);
    await queryClient.cancelQueries({ queryKey });
    const gone = new Set(refused.map(({ tap }) => tap._id));
    const kept = batch.map(({ tap }) => tap).filter(({ _id }) => !gone.has(_id));
    queryClient.setQueryData(queryKey, (list) => list && addTaps(list, kept));
    const answered = new Set(batch.map(({ tap }) => tap._id));
    // Who undid a tap that was refused itself has read why.
    const told = refused.filter(({ tap }) => !tap.undoes || !gone.has(tap.undoes));
    write((state) => ({
      unsent: state.unsent.filter(({ tap }) => !answered.has(tap._id)),
      refused: [...state.refused, ...told],
    }));
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['attendanceSheet', classId] });
  }

  function markOffline(batch: OwnTap[]): void {
    const failed = new Set(batch.map(({ tap }) => tap._id));
    write((state) => ({
      ...state,
      unsent: state.unsent.map((own) =>
        failed.has(own.tap._id) ? { ...own, tap: { ...own.tap, offline: true } } : own,
      ),
    }));
  }

  /** Until everything is sent, tries again and again, and asks before the page closes. */
  function wait(): () => void {
    const again = () => void send();
    const ask = (event: BeforeUnloadEvent) => {
      if (read().unsent.length > 0) event.preventDefault();
    };
    const timer = setInterval(again, AGAIN_MS);
    window.addEventListener('focus', again);
    window.addEventListener('online', again);
    window.addEventListener('beforeunload', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
      window.removeEventListener('online', again);
      window.removeEventListener('beforeunload', ask);
    };
  }

  return {
    add(own: OwnTap): void {
      const state = read();
      queryClient.setQueryData(QUEUE_KEY, { ...state, unsent: [...state.unsent, own] });
      stopWaiting ??= wait();
      void send();
    },
    /** The person has read why a tap was not written down. */
    forgetRefused(classId: string, day: string): void {
      write((state) => ({
        ...state,
        refused: state.refused.filter((own) => own.classId !== classId || own.day !== day),
      }));
    },
  };
}

function addTaps(list: ClassDay, taps: SentTap[]): ClassDay {
  return {
    ...list,
    people: list.people.map((person) => {
      const known = new Set(person.taps.map(({ _id }) => _id));
      const own = taps.filter(
        ({ _id, personId }) => personId === person.personId && !known.has(_id),
      );
      return own.length > 0 ? { ...person, taps: [...person.taps, ...own] } : person;
    }),
  };
}
