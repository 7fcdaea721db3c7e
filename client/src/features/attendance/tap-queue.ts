import type { TapProblem } from '@speakifyr/contract/attendance.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { readApiError, request } from '../../lib/api.ts';
import { readApiStatus } from '../../lib/api-error.ts';
import { confirmAction } from '../../lib/dialogs.ts';
import { countOf } from '../../lib/count-of.ts';
import { readAgain } from '../../lib/use-change.ts';
import { hasDeviceStore } from './device-store.ts';
import { leaving } from '../../session/before-leaving.ts';
import { forgetTaps, keepTaps, type OwnTap, readKeptTaps } from './kept-taps.ts';
import { addToLists } from './sent-taps.ts';

/** A tap that the server did not record. */
export type RefusedTap = OwnTap & {
  problem: TapProblem | null;
  /** The server's words, if it refused the whole request. */
  message?: string;
};

export type QueueState = { unsent: OwnTap[]; refused: RefusedTap[] };

export const EMPTY_QUEUE: QueueState = { unsent: [], refused: [] };
export const QUEUE_KEY = ['unsentTaps'];

/** What shows who is there. */
const LISTS = [
  'GET /dayList/:classId/:day',
  'GET /emergencyList',
  'GET /attendanceSheet/:classId',
] as const;

const AGAIN_MS = 10_000;
/** Fewer than for other calls: at the gate, a tap that hangs is better sent again. */
const TIMEOUT_MS = 10_000;
const MAX_TAPS_AT_ONCE = 100;
/** Too early, too often, or the session is just being renewed: the same tap may be welcome a moment later. */
const TEMPORARY: (number | undefined)[] = [undefined, 401, 408, 429];

// Rules: R403.
export type TapQueue = ReturnType<typeof createTapQueue>;

const queues = new WeakMap<QueryClient, TapQueue>();

/** The one queue of the app: it goes on sending when the person looks at another page. */
export function findTapQueue(queryClient: QueryClient): TapQueue {
  const known = queues.get(queryClient);
  if (known) return known;
  const queue = createTapQueue(queryClient);
  queues.set(queryClient, queue);
  void queue.takeOver();
  return queue;
}

/**
 * Sends taps, and keeps unsent ones, also on the device: a reload loses none. They are dropped when the person logs
 * out, so that nobody sends them in somebody else's name. Tabs send one after the other, and each tap once.
 */
function createTapQueue(queryClient: QueryClient) {
  queryClient.setQueryDefaults(QUEUE_KEY, { gcTime: Infinity, staleTime: Infinity });
  let isSending = false;
  /** Tells the other tabs that taps came or went. */
  const tabs = hasDeviceStore() ? new BroadcastChannel('taps') : undefined;
  tabs?.addEventListener('message', () => void takeOver());
  let stopWaiting: (() => void) | undefined;
  /** The taps that were seen on the device. A browser without storage has none. */
  const onDevice = new Set<string>();

  const read = () => queryClient.getQueryData<QueueState>(QUEUE_KEY) ?? EMPTY_QUEUE;

  /** Does nothing if the person has logged out since: then nothing of theirs comes back. */
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
      await runAlone(async () => {
        await dropSent();
        let batch = findBatch();
        while (batch.length > 0 && (await sendBatch(batch))) batch = findBatch();
      });
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

  /** The server has answered: what it recorded goes into the list at once, so that nobody jumps back for a moment. */
  async function settle(batch: OwnTap[], refused: RefusedTap[]): Promise<void> {
    const [{ classId, day }] = batch as [OwnTap];
    const gone = new Set(refused.map(({ tap }) => tap._id));
    const taps = batch.map(({ tap }) => tap).filter(({ _id }) => !gone.has(_id));
    await addToLists({ classId, day, taps }, queryClient);
    await forgetTaps(batch);
    const answered = new Set(batch.map(({ tap }) => tap._id));
    // Somebody who undid a tap that was itself refused has read why.
    const told = refused.filter(({ tap }) => !tap.undoes || !gone.has(tap.undoes));
    write((state) => ({
      unsent: state.unsent.filter(({ tap }) => !answered.has(tap._id)),
      refused: [...state.refused, ...told],
    }));
    tabs?.postMessage('sent');
    void readAgain(queryClient, LISTS);
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

  /** Taps of an earlier visit, or of another tab. Their first try has failed, or nobody knows. */
  async function takeOver(): Promise<void> {
    const kept = await readKeptTaps();
    await dropSent(kept);
    const known = new Set(read().unsent.map(({ tap }) => tap._id));
    const others = kept.filter(({ tap }) => !known.has(tap._id));
    if (others.length === 0) return;
    const late = others.map((own) => ({ ...own, tap: { ...own.tap, offline: true as const } }));
    const state = read();
    queryClient.setQueryData(QUEUE_KEY, { ...state, unsent: [...late, ...state.unsent] });
    stopWaiting ??= wait();
    void send();
  }

  /** What another tab has sent is no longer kept. */
  async function dropSent(given?: OwnTap[]): Promise<void> {
    const kept = new Set((given ?? (await readKeptTaps())).map(({ tap }) => tap._id));
    for (const id of kept) onDevice.add(id);
    write((state) => ({
      ...state,
      unsent: state.unsent.filter(({ tap }) => kept.has(tap._id) || !onDevice.has(tap._id)),
    }));
  }

  /** Until everything is sent, tries again and again, and asks before the page closes. */
  function wait(): () => void {
    const again = () => void send();
    // What is on the device comes back after a reload.
    const ask = (event: BeforeUnloadEvent) => {
      if (read().unsent.some(({ tap }) => !onDevice.has(tap._id))) event.preventDefault();
    };
    leaving.ask = askBeforeLeaving;
    const timer = setInterval(again, AGAIN_MS);
    window.addEventListener('focus', again);
    window.addEventListener('online', again);
    window.addEventListener('beforeunload', ask);
    return () => {
      delete leaving.ask;
      clearInterval(timer);
      window.removeEventListener('focus', again);
      window.removeEventListener('online', again);
      window.removeEventListener('beforeunload', ask);
    };
  }

  /** Sends first. @returns whether the person may log out: everything is sent, or they don't mind */
  async function askBeforeLeaving(): Promise<boolean> {
    await send();
    const { length } = read().unsent;
    if (length === 0) return true;
    return confirmAction({
      titleText: countOf(length, 'tap is not sent', 'taps are not sent'),
      text: 'We have just tried again. If you log out now, they are lost. Wait for the connection, or write them on paper.',
      confirm: 'Log out',
    });
  }

  return {
    add(own: OwnTap): void {
      const state = read();
      queryClient.setQueryData(QUEUE_KEY, { ...state, unsent: [...state.unsent, own] });
      stopWaiting ??= wait();
      void keepTaps([own])
        .then(() => tabs?.postMessage('added'))
        .then(send);
    },
    takeOver,
    /** The person has read why a tap was not recorded. */
    forgetRefused(classId: string, day: string): void {
      write((state) => ({
        ...state,
        refused: state.refused.filter((own) => own.classId !== classId || own.day !== day),
      }));
    },
  };
}

/** Old browsers have no locks. */
function runAlone(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('taps', act) : act();
}
