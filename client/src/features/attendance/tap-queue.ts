import type { QueryClient } from '@tanstack/react-query';
import { runAlone } from '../../lib/run-alone.ts';
import { readAgain } from '../../lib/use-change.ts';
import { hasDeviceStore } from './device-store.ts';
import {
  forgetKeptRefused,
  forgetTaps,
  keepRefused,
  keepTaps,
  type KeptTaps,
  type OwnTap,
  readKeptRefused,
  readKeptTaps,
  type RefusedTap,
} from './kept-taps.ts';
import { sendTaps } from './send-taps.ts';
import { addToLists } from './sent-taps.ts';
import {
  addTap,
  dropSent,
  EMPTY_QUEUE,
  findBatch,
  forgetRefused,
  listTold,
  markOffline,
  type QueueState,
  settleTaps,
  takeOverRefused,
  takeOverTaps,
} from './unsent-taps.ts';
import { waitToSend } from './wait-to-send.ts';

export const QUEUE_KEY = ['unsentTaps'];

/** What shows who is there. */
const LISTS = [
  'GET /dayList/:classId/:day',
  'GET /emergencyList',
  'GET /attendanceSheet/:classId',
] as const;

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
  let sending: Promise<void> | undefined;
  /** Tells the other tabs that taps came or went. */
  const tabs = hasDeviceStore() ? new BroadcastChannel('taps') : undefined;
  tabs?.addEventListener('message', () => void takeOver());
  let stopWaiting: (() => void) | undefined;
  const seenOnDevice = new Set<string>();
  const seenRefused = new Set<string>();

  const read = () => queryClient.getQueryData<QueueState>(QUEUE_KEY) ?? EMPTY_QUEUE;

  /** Does nothing if the person has logged out since: then nothing of theirs comes back. */
  function change(next: (state: QueueState) => QueueState): void {
    queryClient.setQueryData<QueueState>(QUEUE_KEY, (state) => state && next(state));
  }

  /** New taps of the person who is signed in. */
  function begin(state: QueueState): void {
    queryClient.setQueryData<QueueState>(QUEUE_KEY, state);
    stopWaiting ??= waitToSend({
      send,
      countUnsent: () => read().unsent.length,
      // What is on the device comes back after a reload.
      mayLose: () => read().unsent.some(({ tap }) => !seenOnDevice.has(tap._id)),
    });
  }

  /** Who asks while taps are being sent waits for the same end: a log-out, too. */
  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    await runAlone('taps', async () => {
      drop(await readKeptTaps());
      let batch = findBatch(read());
      while (batch.length > 0 && (await sendBatch(batch))) batch = findBatch(read());
    });
    if (read().unsent.length > 0) return;
    stopWaiting?.();
    stopWaiting = undefined;
  }

  /** @returns false if the server can't be reached */
  async function sendBatch(batch: OwnTap[]): Promise<boolean> {
    const refused = await sendTaps(batch);
    if (refused) await settle(batch, refused);
    else change((state) => markOffline(state, batch));
    return refused !== undefined;
  }

  /** The server has answered: what it recorded goes into the list at once, so that nobody jumps back for a moment. */
  async function settle(batch: OwnTap[], refused: RefusedTap[]): Promise<void> {
    const [{ classId, day }] = batch as [OwnTap];
    const gone = new Set(refused.map(({ tap }) => tap._id));
    const taps = batch.map(({ tap }) => tap).filter(({ _id }) => !gone.has(_id));
    await addToLists({ classId, day, taps }, queryClient);
    // First: a phone that goes out in between sends them again.
    await keepRefused(listTold(refused));
    await forgetTaps(batch);
    change((state) => settleTaps(state, batch, refused));
    tabs?.postMessage('sent');
    void readAgain(queryClient, LISTS);
  }

  /** Taps of an earlier visit, or of another tab. */
  async function takeOver(): Promise<void> {
    await readRefused();
    const kept = await readKeptTaps();
    drop(kept);
    const state = takeOverTaps(read(), kept?.taps ?? []);
    if (state === read()) return;
    begin(state);
    void send();
  }

  async function readRefused(): Promise<void> {
    const kept = await readKeptRefused();
    if (!kept) return;
    const before = read();
    const state = takeOverRefused(before, kept, seenRefused);
    for (const { tap } of kept) seenRefused.add(tap._id);
    if (state.refused.length > 0 || before.refused.length > 0)
      queryClient.setQueryData<QueueState>(QUEUE_KEY, state);
  }

  /** Drops nothing if the store does not answer: then no other tab is known to have sent anything. */
  function drop(kept: KeptTaps | undefined): void {
    if (!kept) return;
    for (const id of kept.ids) seenOnDevice.add(id);
    change((state) => dropSent(state, kept.ids, seenOnDevice));
  }

  return {
    add(own: OwnTap): void {
      begin(addTap(read(), own));
      void keepTaps([own])
        .then(() => tabs?.postMessage('added'))
        .then(send);
    },
    takeOver,
    /** The person has read why. */
    forgetRefused(classId: string, day: string): void {
      const { refused } = read();
      change((state) => forgetRefused(state, classId, day));
      const left = new Set(read().refused);
      const gone = refused.filter((own) => !left.has(own));
      for (const { tap } of gone) seenRefused.add(tap._id);
      void forgetKeptRefused(gone).then(() => tabs?.postMessage('read'));
    },
  };
}
