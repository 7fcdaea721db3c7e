import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let dataDir: string;
let started: ChildProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((child) => end(child, 'SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  /** What it has printed so far. */
  said: { out: string; err: string };
}

function run(env: Record<string, string> = {}): Run {
  const child = fork(MAIN, {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
  });
  started.push(child);
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr?.on('data', (chunk) => (said.err += String(chunk)));
  return { child, said };
}

/** Waits for the line that scripts wait for too. */
async function runToReady(env: Record<string, string> = {}): Promise<Run & { address: string }> {
  const { child, said } = run(env);
  for (;;) {
    const [, port] = /^sandbox services ready on 127\.0\.0\.1:(\d+)$/m.exec(said.out) ?? [];
    if (port) return { child, said, address: `http://127.0.0.1:${port}` };
    if (child.exitCode !== null) throw new Error(said.err);
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

/** The output and exit code of a start that must fail. */
async function runToFailure(env: Record<string, string>) {
  const { child, said } = run(env);
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

async function signUp(address: string, name: string): Promise<boolean> {
  const response = await fetch(
    `${address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`,
    {
      method: 'POST',
      body: JSON.stringify({ email: `${name}@example.com`, password: 'secret-1' }),
    },
  ).catch(() => undefined);
  return response?.ok ?? false;
}

async function createIntent(address: string): Promise<string | undefined> {
  const response = await fetch(`${address}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x' },
    body: new URLSearchParams({ amount: '4900', currency: 'usd' }),
  }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as { id: string } | undefined;
  return body?.id;
}

describe('the sandbox as a program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s', async (signal) => {
    const { child, said } = await runToReady();
    expect(await end(child, signal)).toBe(0);
    expect(said.err).toBe('');
  });

  it('stops when its parent ends', async () => {
    const { child } = await runToReady();
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  it('says in one sentence that the port is taken', async () => {
    const { address } = await runToReady();
    const SANDBOX_PORT = new URL(address).port;
    const failure = await runToFailure({ SANDBOX_PORT, DATA_DIR: join(dataDir, 'other') });
    expect(failure).toEqual({
      code: 1,
      out: '',
      err: `Port ${SANDBOX_PORT} is taken: stop the other program, or choose another SANDBOX_PORT.\n`,
    });
  });

  it('says which of its ports is taken', async () => {
    const { address } = await runToReady();
    const SANDBOX_SMTP_PORT = new URL(address).port;
    const failure = await runToFailure({ SANDBOX_SMTP_PORT, DATA_DIR: join(dataDir, 'other') });
    expect(failure.err).toBe(
      `Port ${SANDBOX_SMTP_PORT} is taken: stop the other program, or choose another SANDBOX_SMTP_PORT.\n`,
    );
  });

  it('says in one sentence that its data is in use or can’t be used', async () => {
    await runToReady();
    const inUse = await runToFailure({});
    expect(inUse).toMatchObject({ code: 1, out: '' });
    expect(inUse.err).toMatch(/^The data in \S+ is in use by another process: .+\n$/);

    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    const unusable = await runToFailure({ DATA_DIR: join(file, 'folder') });
    expect(unusable).toMatchObject({ code: 1, out: '' });
    expect(unusable.err).toMatch(/^The folder \S+ can't be used for the data: ENOTDIR.*\n$/);

    const port = await runToFailure({ SANDBOX_PORT: 'many' });
    expect(port).toMatchObject({ code: 1, err: "SANDBOX_PORT must be 0 to 65535, not 'many'.\n" });
  });

  it('loses nothing that it confirmed when it is killed in the middle', async () => {
    const { child, address } = await runToReady();
    const people: string[] = [];
    const intents: string[] = [];
    let killed: Promise<unknown> | undefined;
    async function work(worker: number): Promise<void> {
      for (let i = 0; !child.killed; i += 1) {
        const name = `p${worker}-${i}`;
        if (await signUp(address, name)) people.push(name);
        const id = await createIntent(address);
        if (id) intents.push(id);
        if (people.length >= 40) killed ??= end(child, 'SIGKILL');
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
    await killed;
    expect(intents.length).toBeGreaterThan(30);

    const { address: again } = await runToReady();
    for (const name of people) expect(await signUp(again, name)).toBe(false);
    for (const id of intents) {
      const found = await fetch(`${again}/v1/payment_intents/${id}`, {
        headers: { authorization: 'Bearer sk_test_x' },
      });
      expect(found.status).toBe(200);
    }
    expect(await signUp(again, 'newcomer')).toBe(true);
  });
});

describe('requests to the sandbox', () => {
  it('are allowed for pages of this machine only', async () => {
    const { address } = await runToReady();
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(`${address}/jwks.json`, { headers, method });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await ask({ origin: 'http://localhost:5173' })).toBe('http://localhost:5173');
    expect(await ask({ origin: 'http://127.0.0.1:5000' }, 'OPTIONS')).toBe('http://127.0.0.1:5000');
    expect(await ask({ origin: 'https://evil.example' })).toBe(null);
    expect(await ask({ origin: 'http://localhost.evil.example' })).toBe(null);
    const { port } = new URL(address);
    const viaName = await fetch(`http://localhost:${port}/jwks.json`);
    expect(viaName.status).toBe(200);
    // A page on the internet whose DNS name points to this machine.
    const rebound = get({ port, path: '/jwks.json', headers: { host: 'evil.example' } });
    const [{ statusCode }] = (await once(rebound, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(403);
  });

  it('are refused if they change something and come from another site’s page', async () => {
    const { address } = await runToReady();
    const email = 'victim@example.com';
    const change = (origin: string, path: string, method = 'POST') =>
      fetch(address + path, {
        method,
        headers: { origin, authorization: 'Bearer owner' },
        body: JSON.stringify({ email, password: 'secret-1' }),
      });
    const accounts = '/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/accounts';
    const paths = [accounts, '/v1/payment_intents', '/v1_1/sandbox/image/upload'];
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
      for (const path of paths)
        for (const method of ['POST', 'DELETE'])
          expect((await change(origin, path, method)).status, `${origin} ${path}`).toBe(403);
    expect((await change('http://localhost:5173', accounts)).status).toBe(200);
  });

  it('get an error if they make no sense, and the sandbox keeps running', async () => {
    const { address } = await runToReady();
    const toolkit = `${address}/identitytoolkit.googleapis.com/v1/accounts`;
    const tries: [string, RequestInit, number][] = [
      ['/nothing', {}, 404],
      [`/identitytoolkit.googleapis.com/v1/accounts:signUp`, { method: 'POST' }, 403],
      ['/v1/payment_intents', { method: 'POST', body: '%%%=[[[' }, 401],
      ['/jwks.json', { method: 'POST', body: 'x' }, 404],
      ['//evil.example/x', {}, 404],
    ];
    for (const [path, init, status] of tries) {
      expect((await fetch(address + path, init)).status).toBe(status);
    }
    for (const body of ['{', '[]', 'null', '"x"', '{"email":{}}', '{"email":["x"]}']) {
      expect((await fetch(`${toolkit}:signUp?key=k`, { method: 'POST', body })).status).toBe(400);
    }
    const large = await fetch(`${toolkit}:signUp?key=k`, { method: 'POST', body: 'x'.repeat(2e6) });
    expect(large.status).toBe(413);
    expect((await fetch(`${address}/jwks.json`)).status).toBe(200);
  });
});
