import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';

const SCRIPT = [process.execPath, join(ROOT, 'dev/scripts/start.mjs')];
const NPM = ['npm', 'start'];
/** The first start builds the web app. */
const START_MS = 150_000;
const STOP_MS = 25_000;

let env;
let ports;
let folder;
let main;
let started;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'speakifyr-start-'));
  ports = await findFreePorts(4);
  started = [];
  const [PORT, SANDBOX_PORT, SANDBOX_MONGO_PORT, SANDBOX_SMTP_PORT] = ports.map(String);
  env = {
    ...process.env,
    NODE_ENV: 'development',
    SERVICES: 'sandbox',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    CLIENT_OUT_DIR: join(ROOT, '.build/start-client'),
    PORT,
    SANDBOX_PORT,
    SANDBOX_MONGO_PORT,
    SANDBOX_SMTP_PORT,
  };
  // As from a shell, and not from the npm that runs these tests.
  delete env.npm_lifecycle_event;
});
afterEach(() => {
  for (const id of started.filter(isRunning)) process.kill(id, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it.each([
    ['the script', 'SIGINT', SCRIPT],
    ['the script', 'SIGTERM', SCRIPT],
    ['the script', 'SIGKILL', SCRIPT],
    ['npm', 'SIGTERM', NPM],
    ['npm', 'SIGKILL', NPM],
  ])(
    'stops everything when %s gets %s',
    async (_who, signal, command) => {
      run(command);
      await untilReady();
      expect(await listTaken()).toEqual(ports);
      rememberProcesses();
      main.kill(signal);
      await expectNothingLeft();
    },
    START_MS,
  );

  it(
    'stops everything when it is killed while it starts',
    async () => {
      run(SCRIPT);
      const [, , mongoPort] = ports;
      await expect.poll(listTaken, { timeout: START_MS }).toContain(mongoPort);
      rememberProcesses();
      main.kill('SIGKILL');
      await expectNothingLeft();
    },
    START_MS,
  );

  it('does not open the sandbox to other machines', async () => {
    env.HOST = '0.0.0.0';
    run(SCRIPT);
    let errors = '';
    main.stderr.on('data', (data) => (errors += data));
    const [code] = await once(main, 'close');
    expect(code).toBe(1);
    expect(errors).toContain('HOST=0.0.0.0 would open the sandbox to other machines');
  }, 30_000);
});

function run([command, ...args]) {
  main = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(main.pid);
}

async function untilReady() {
  let output = '';
  for (const stream of [main.stdout, main.stderr]) stream.on('data', (data) => (output += data));
  while (!output.includes('SPEAKIFYR is ready')) {
    if (main.exitCode !== null) throw new Error(output);
    await Promise.race([once(main.stdout, 'data'), once(main, 'exit')]);
  }
}

/** Finds the process's children, and theirs, so that we can wait for their end. */
function rememberProcesses() {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  // A list that grows while it is walked through also visits what was added.
  for (const id of started)
    for (const [child, parent] of processes) if (parent === id) started.push(child);
}

async function expectNothingLeft() {
  await expect.poll(() => started.filter(isRunning), { timeout: STOP_MS }).toEqual([]);
  expect(await listTaken()).toEqual([]);
}

async function listTaken() {
  const answers = await Promise.all(ports.map(isTaken));
  return ports.filter((_, i) => answers[i]);
}

function isTaken(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });
}

function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** Below the ports that this machine gives to outgoing connections. */
async function findFreePorts(count) {
  const found = new Set();
  while (found.size < count) {
    const port = randomInt(20_000, 32_000);
    if (!(await isTaken(port))) found.add(port);
  }
  return [...found];
}
