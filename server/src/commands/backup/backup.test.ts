import { readFile, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Collections } from '../../database/collections.ts';
import { seedDemoData } from '../../demo/seed.ts';
import { settlePayment } from '../../changes/settle-payment.ts';
import { runJobs } from '../../jobs/jobs.ts';
import { buildClass, buildPaidSeat } from '../../testing/factories.ts';
import { refundAtDashboard } from '../../testing/refunds.ts';
import { startProgram } from '../../testing/programs.ts';
import { slowIt } from '../../testing/slow-tests.ts';
import { createApi, startTestApp, type TestApp, testVariables } from '../../testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../testing/run-program.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let school: TestApp;
let folder: string;
let backup: string;
let before: Record<string, object[]>;

/** A school with demo data and three students who paid. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speakifyr-backup-'));
  backup = join(folder, 'night');
  school = await startTestApp();
  await seedDemoData(school.services);
  const campClass = await buildClass(school, { name: 'Kites', sit: 5 });
  for (let n = 0; n < 3; n += 1) {
    const { paymentId } = await buildPaidSeat(school, campClass);
    await settlePayment(paymentId, school.services);
  }
  before = await readAll(school);
});

afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

// Rules: R88, R134.
describe('backing up, losing and restoring a school', () => {
  test('a backup lists what it contains, and only its owner can read it', async () => {
    const { code, output } = await runProgram('backup', [backup], uriOf(school));
    expect(output).toContain(backup);
    expect(code).toBe(0);
    const { collections } = await readManifest(backup);
    const counts = Object.fromEntries(collections.map(({ name, count }) => [name, count]));
    expect(counts).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
    );
    expect((await stat(join(backup, 'users.jsonl.gz'))).mode & 0o077).toBe(0);
  });

  test('without --force, a restore overwrites nothing', async () => {
    const { code, output } = await runProgram('restore', [backup], uriOf(school));
    expect(code).toBe(1);
    expect(output).toMatch(/^The database is not empty \(\w+\): restore into an empty one/);
    expect(await readAll(school)).toEqual(before);
  });

  test('everything comes back after it was lost, and the server shows it', async () => {
    const classes = (await school.call('GET /classes')).body;
    await wipe(school.services.database.collections);
    expect(Object.values(await readAll(school)).flat()).toEqual([]);

    const { code, output } = await runProgram('restore', [backup], uriOf(school));
    expect(output).toContain('as in the backup');
    expect(code).toBe(0);
    expect(await readAll(school)).toEqual(reopened(before));
    // A second backup has the same hashes, except for the reopened payments.
    const again = await runProgram('backup', [join(folder, 'again')], uriOf(school));
    expect(again.code).toBe(0);
    const [first, second] = await Promise.all(
      [backup, join(folder, 'again')].map(async (path) =>
        (await readManifest(path)).collections.filter(({ name }) => name !== 'payments'),
      ),
    );
    expect(second).toEqual(first);

    const server = await startProgram('server/src/main.ts', {
      ...testVariables(''),
      ...uriOf(school),
    });
    try {
      const { body } = await createApi(`http://127.0.0.1:${server.port}`).call('GET /classes');
      expect(body).toEqual(classes);
    } finally {
      await server.stop();
    }
    await runJobs(school.services);
    const ledger = await school.services.database.collections.payments.find().toArray();
    expect(ledger.map(({ status }) => status)).toEqual(ledger.map(() => 'enrolled'));
  });

  slowIt('--force replaces everything in the database', async () => {
    await buildClass(school, { name: 'Made after the backup' });
    const { code } = await runProgram('restore', [backup, '--force'], uriOf(school));
    expect(code).toBe(0);
    expect(await readAll(school)).toEqual(reopened(before));
  });

  test('a backup needs an empty folder', async () => {
    const { code, output } = await runProgram('backup', [backup], uriOf(school));
    expect(code).toBe(1);
    expect(output).toContain('is not empty: name a new folder');
  });
});

describe('a damaged backup is refused before anything is written', () => {
  /** Breaks the backup, tries to restore it into an empty database, and repairs it. */
  async function restoreBroken(file: string, change: (bytes: Buffer) => Buffer | undefined) {
    const path = join(backup, file);
    const bytes = await readFile(path);
    const changed = change(bytes);
    if (changed) await writeFile(path, changed);
    else await rename(path, `${path}.away`);
    const empty = await startTestApp();
    const { collections } = empty.services.database;
    try {
      await expect(restoreBackup(collections, backup)).rejects.toThrow();
      const { layout: _mark, ...others } = await readAll(empty);
      expect(Object.values(others).flat()).toEqual([]);
      return await restoreBackup(collections, backup).catch((error: Error) => error.message);
    } finally {
      await writeFile(path, bytes);
      await empty.close();
    }
  }

  test.each([
    ['one changed word', (bytes: Buffer) => gzipSync(replaceText(bytes, 'student', 'admin'))],
    [
      'a missing line',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace(/^.*\n/, '')),
    ],
    ['half a file', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['a different kind of file', () => Buffer.from('hello')],
    ['a missing file', () => undefined],
  ])('%s', async (_what, change) => {
    expect(await restoreBroken('users.jsonl.gz', change)).toMatch(
      /^users in the backup .*Nothing was written\.$/,
    );
  });

  test('a missing manifest, because the backup was interrupted', async () => {
    expect(await restoreBroken('manifest.json', () => undefined)).toContain(
      'not a finished backup',
    );
  });

  test('a manifest that is not JSON', async () => {
    expect(await restoreBroken('manifest.json', () => Buffer.from('{'))).toContain('is damaged');
  });

  test('a manifest with a wrong hash', async () => {
    const forged = (bytes: Buffer) => {
      const text = JSON.parse(bytes.toString()) as { collections: { sha256: string }[] };
      text.collections[0]!.sha256 = 'a'.repeat(64);
      return Buffer.from(JSON.stringify(text));
    };
    expect(await restoreBroken('manifest.json', forged)).toContain('its hash is different');
  });

  test.each([
    ['another layout', { layout: 99 }],
    ['no layout', { layout: undefined }],
  ])('data of %s', async (_what, other) => {
    const forged = (bytes: Buffer) =>
      Buffer.from(JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), ...other }));
    expect(await restoreBroken('manifest.json', forged)).toMatch(
      /^The backup was made by another version of the app.*Nothing was written\.$/,
    );
  });
});

test('emails that waited when the backup was made are not sent after a restore: an admin decides', async () => {
  const sender = await startTestApp();
  const restored = await startTestApp();
  try {
    const { outbox } = sender.services.database.collections;
    for (const [_id, state] of Object.entries({ a: 'queued', b: 'sending', c: 'sent' }))
      await outbox.insertOne({
        _id,
        state: state as 'sent',
        ...(state !== 'sent' && { nextAt: new Date() }),
        cause: { kind: 'account deleted' },
        to: { name: 'Rosa', address: 'rosa@example.org' },
        isEssential: true,
        attempts: 1,
        createdAt: new Date(),
        notAfter: new Date(Date.now() + 60_000),
      });
    const path = join(folder, 'with-mails');
    await writeBackup(sender.services.database.collections, 'sender', path);
    const { collections } = restored.services.database;
    expect(await restoreBackup(collections, path)).toMatchObject({ heldMails: 2 });
    const lines = await collections.outbox.find({}, { sort: { _id: 1 } }).toArray();
    expect(lines.map(({ state }) => state)).toEqual(['failed', 'failed', 'sent']);
    expect(lines[0]?.lastError).toMatch(
      /^It was waiting when the backup of \d{4}-\d\d-\d\d was made/,
    );
    expect(lines.every(({ nextAt }) => nextAt === undefined)).toBe(true);
  } finally {
    await sender.close();
    await restored.close();
  }
});

describe('a backup of a running school', () => {
  /** Backs up a class and restores it. Something happens after the classes are read and before the payments are. */
  async function backUpDuring(
    path: string,
    happen: (running: TestApp, campClass: CampClass) => Promise<void>,
  ): Promise<TestApp> {
    const running = await startTestApp();
    const campClass = await buildClass(running, { name: 'Stars', sit: 2 });
    const { collections } = running.services.database;
    let reads = 0;
    const happenOnce = async () => void (++reads === 2 && (await happen(running, campClass)));
    const live: Collections = {
      ...collections,
      classes: readAfter(collections.classes, happenOnce),
      payments: readAfter(collections.payments, happenOnce),
    };
    await writeBackup(live, 'running', join(folder, path));
    await running.close();
    const restored = await startTestApp();
    await restoreBackup(restored.services.database.collections, join(folder, path));
    await runJobs(restored.services);
    return restored;
  }

  slowIt(
    'a payment settled during the backup has its seat and its ledger entry after the restore',
    async () => {
      let paid = { student: { email: '' }, paymentId: '' };
      const restored = await backUpDuring('made', async (running, campClass) => {
        paid = await buildPaidSeat(running, campClass);
        await settlePayment(paid.paymentId, running.services);
      });
      try {
        const { email } = paid.student;
        const answer = await restored
          .as(paid.student)
          .call('GET /myEnrolledClass', { query: { email } });
        expect(answer.body).toMatchObject([{ transactionId: paid.paymentId }]);
        const { payments } = restored.services.database.collections;
        expect(await payments.find().toArray()).toMatchObject([
          { _id: paid.paymentId, status: 'enrolled' },
        ]);
      } finally {
        await restored.close();
      }
    },
  );

  slowIt('a payment refunded during the backup stays refunded', async () => {
    let paymentId = '';
    const restored = await backUpDuring('refunded', async (running, campClass) => {
      ({ paymentId } = await buildPaidSeat(running, campClass));
      await refundAtDashboard(paymentId);
      await settlePayment(paymentId, running.services);
    });
    try {
      const { classes, payments } = restored.services.database.collections;
      expect(await payments.find().toArray()).toMatchObject([{ status: 'refunded' }]);
      expect(await classes.find().toArray()).toMatchObject([{ sit: 2, seats: [] }]);
    } finally {
      await restored.close();
    }
  });
});

type CampClass = Awaited<ReturnType<typeof buildClass>>;

/** A collection that runs something each time before it is read. */
function readAfter<T extends object>(collection: T, happen: () => Promise<unknown>): T {
  return new Proxy(collection, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'find') return value.bind(target) as unknown;
      return async function* (...args: unknown[]) {
        await happen();
        yield* value.apply(target, args) as AsyncIterable<unknown>;
      };
    },
  });
}

function uriOf({ services }: TestApp) {
  return { MONGODB_URI: services.environment.MONGODB_URI };
}

async function readAll({ services }: TestApp): Promise<Record<string, object[]>> {
  const all = Object.entries(services.database.collections) as [string, Collections['users']][];
  const rows = await Promise.all(
    all.map(([, rows]) => rows.find({}, { sort: { _id: 1 } }).toArray()),
  );
  return Object.fromEntries(all.map(([name], index) => [name, rows[index] ?? []]));
}

async function wipe(collections: Collections): Promise<void> {
  for (const collection of Object.values(collections) as Collections['users'][])
    await collection.deleteMany({});
}

/** The rows after a restore: payments settled shortly before the backup or during it are open again. */
function reopened(rows: Record<string, object[]>): Record<string, object[]> {
  return {
    ...rows,
    payments: (rows['payments'] ?? []).map((row) => {
      const {
        settledAt,
        changedAt: _changed,
        ...payment
      } = row as { settledAt: Date; changedAt: Date };
      if (settledAt < new Date(Date.now() - 10 * 60_000)) return row;
      return { ...payment, status: 'open', checkAfter: expect.any(Date) as Date };
    }),
  };
}

async function readManifest(path: string) {
  const text = await readFile(join(path, 'manifest.json'), 'utf8');
  return JSON.parse(text) as { collections: { name: string; count: number; sha256: string }[] };
}

function replaceText(bytes: Buffer, from: string, to: string): string {
  const text = gunzipSync(bytes).toString();
  if (!text.includes(from)) throw new Error(`No ${from} in the file`);
  return text.replace(from, to);
}
