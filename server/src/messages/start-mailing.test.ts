import { beforeEach, expect, test, vi } from 'vitest';
import type { Delivery, Mailer } from '../outside/smtp.ts';
import { buildUser } from '../testing/factories.ts';
import { addNews } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addMails } from './outbox.ts';
import { startMailing } from './start-mailing.ts';

const app = useTestApp();
beforeEach(async () => {
  await outbox().deleteMany({});
});

const outbox = () => app.services.database.collections.outbox;

async function queueMail(id: string): Promise<void> {
  await addMails(
    [
      {
        _id: id,
        cause: { kind: 'account deleted' },
        to: { name: 'Rosa', address: 'rosa@example.org' },
        isEssential: true,
        notAfter: new Date(app.services.now().getTime() + 60 * 60_000),
      },
    ],
    app.services,
  );
}

const start = (send: Mailer['send'], limitMs?: number) =>
  startMailing(
    { ...app.services, mailer: { send, check: () => Promise.resolve(undefined) } },
    limitMs,
  );

test('an email goes out as soon as the bell rings', async () => {
  const sent: string[] = [];
  await queueMail('deleted-1');
  const stop = start(({ id }) => {
    sent.push(id);
    return Promise.resolve({ result: 'sent' });
  });
  try {
    await expect.poll(() => sent).toEqual(['deleted-1']);
    await queueMail('deleted-2');
    app.services.mailBell.emit('ring');
    // The next look without the bell comes after five seconds.
    await expect.poll(() => sent, { timeout: 4_500 }).toEqual(['deleted-1', 'deleted-2']);
  } finally {
    await stop();
  }
  await queueMail('deleted-3');
  app.services.mailBell.emit('ring');
  expect(app.services.mailBell.listenerCount('ring')).toBe(0);
  expect(await outbox().countDocuments({ state: 'queued' })).toBe(1);
});

test('many calls at once make one round after a pause, not one after the other', async () => {
  const real = globalThis.setTimeout;
  const afterPause: (() => void)[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
  ) => {
    if (ms === 1_000) afterPause.push(run);
    return real(run, ms === 1_000 ? 60_000 : ms);
  }) as typeof setTimeout);
  let reads = 0;
  const services = Object.defineProperty({ ...app.services }, 'database', {
    get() {
      reads += 1;
      return app.services.database;
    },
  });
  const stop = startMailing(services);
  try {
    app.services.mailBell.emit('ring');
    await expect.poll(() => afterPause).toHaveLength(1);
    const before = reads;
    for (let rings = 0; rings < 10; rings += 1) app.services.mailBell.emit('ring');
    expect(reads).toBe(before);
    afterPause[0]?.();
    expect(reads).toBeGreaterThan(before);
  } finally {
    timers.mockRestore();
    await stop();
  }
});

test('a server that stops notes what became of the email that it is sending, and takes no other', async () => {
  let answer: ((delivery: Delivery) => void) | undefined;
  const asked: (AbortSignal | undefined)[] = [];
  for (const id of ['deleted-1', 'deleted-2', 'deleted-3']) await queueMail(id);
  const stop = start((_mail, signal) => {
    asked.push(signal);
    return new Promise((resolve) => {
      if (!answer) answer = resolve;
      else signal?.addEventListener('abort', () => resolve({ result: 'unreachable', reason: '' }));
    });
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const stopped = stop();
  expect(asked[0]?.aborted).toBe(true);
  answer?.({ result: 'sent' });
  await stopped;
  expect(await outbox().countDocuments({ state: 'sent' })).toBe(1);
  expect(await outbox().countDocuments({ attempts: 0 })).toBe(2);
});

test('a round that hangs does not hold up the next one', async () => {
  const asked: string[] = [];
  await queueMail('deleted-1');
  const stop = start(({ id }) => {
    asked.push(id);
    return id === 'deleted-1' ? new Promise(() => undefined) : Promise.resolve({ result: 'sent' });
  }, 300);
  try {
    await expect.poll(() => asked).toEqual(['deleted-1']);
    await queueMail('deleted-2');
    app.services.mailBell.emit('ring');
    await expect.poll(() => asked).toEqual(['deleted-1', 'deleted-2']);
  } finally {
    await stop();
  }
});

test('a mail server that takes nothing is left alone for a minute, whatever rings', async () => {
  let tries = 0;
  await queueMail('deleted-1');
  const stop = start(() => {
    tries += 1;
    return Promise.resolve({ result: 'unreachable', reason: 'closed' });
  });
  try {
    await expect.poll(() => outbox().countDocuments({ lastError: 'closed' })).toBe(1);
    // It still looks for new emails. The second look begins after the first one is over.
    for (let look = 0; look < 2; look += 1) {
      const { _id } = await buildUser(app);
      await addNews(app, 'user joined', { userId: _id });
      app.services.mailBell.emit('ring');
      const welcome = `welcome-${_id.toHexString()}`;
      await expect.poll(() => outbox().countDocuments({ _id: welcome })).toBe(1);
    }
    expect(tries).toBe(1);
  } finally {
    await stop();
  }
});
