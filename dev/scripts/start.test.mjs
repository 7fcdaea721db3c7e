import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';
import { findFreePorts } from './ports.mjs';

const SCRIPT = [process.execPath, join(ROOT, 'dev/scripts/start.mjs')];
const NPM = ['npm', 'start'];
const PORT_SETTINGS = ['PORT', 'SANDBOX_PORT', 'SANDBOX_MONGO_PORT', 'SANDBOX_SMTP_PORT'];
/** The first start builds the web app. */
const START_MS = 400_000;
const STOP_MS = 90_000;

let env;
let ports;
let folder;
let main;
let started;
/** Other programs, which have ports that we want. */
let others;
/** The same ones for all tests: another port of the sandbox means another build of the web app. */
let freePorts;
beforeAll(async () => {
  freePorts = await findFreePorts(4);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'speakifyr-start-'));
  ports = freePorts;
  started = [];
  others = [];
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
  for (const server of others) server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  // In `npm test`, the journeys start and stop it.
  it.runIf(process.env.CHECK_ALL).each([
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

  it.runIf(process.env.CHECK_ALL)(
    'stops everything when it is killed while it starts',
    async () => {
      run(SCRIPT);
      // The database is there before the web app is built, the mail server after that.
      const [, , , smtpPort] = ports;
      await expect.poll(listTaken, { timeout: START_MS }).toContain(smtpPort);
      rememberProcesses();
      main.kill('SIGKILL');
      await expectNothingLeft();
    },
    START_MS,
  );

  it('does not open the sandbox to other machines', async () => {
    env.HOST = '0.0.0.0';
    expect(await runToFailure()).toContain('HOST=0.0.0.0 would open the sandbox to other machines');
  }, 120_000);

  it('says that a port is taken if a setting asks for it', async () => {
    await occupy(ports[3]);
    expect(await runToFailure()).toBe(
      `Port ${ports[3]} is taken: stop what runs there, or set SANDBOX_SMTP_PORT to another.\n`,
    );
  }, 120_000);

  it.runIf(process.env.CHECK_ALL)(
    'takes the next free ports, says which, and all parts find each other, if the usual ones are taken; SIGINT stops everything',
    async () => {
      for (const port of [5000, 5050, 27_018, 2525]) await occupy(port);
      for (const name of PORT_SETTINGS) delete env[name];
      run(SCRIPT);
      const output = await untilReady();
      const [app, sandbox, mongo, smtp] = [
        ['5000', 'the app'],
        ['5050', 'the inbox and the payments'],
        ['27018', 'the database'],
        ['2525', 'the mail server'],
      ].map(([usual, what]) => {
        const note = `Port ${usual} is taken by another program: ${what} will be at port (\\d+)\\.`;
        return new RegExp(note).exec(output)?.[1];
      });
      ports = [app, sandbox, mongo, smtp].map(Number);
      rememberProcesses();
      expect(output).toContain(`SPEAKIFYR is ready: http://localhost:${app}\n`);
      expect(output).toContain(`http://127.0.0.1:${sandbox}/inbox`);
      expect(await read(`http://localhost:${app}/`)).toContain(
        `http://localhost:${sandbox}/sandbox/sandbox.js`,
      );
      const command = ['dev/scripts/run-command.mjs', '--database', 'make-admin'];
      const made = execFileSync(process.execPath, [...command, 'parent@speakifyr.test'], {
        cwd: ROOT,
        env,
        encoding: 'utf8',
      });
      expect(made).toContain('parent@speakifyr.test');
      // The new admin gets an email with links to this app.
      const inbox = `http://127.0.0.1:${sandbox}/inbox.json?to=parent@speakifyr.test`;
      await expect.poll(() => read(inbox), { timeout: 90_000 }).toContain(`localhost:${app}/`);
      main.kill('SIGINT');
      await expectNothingLeft();
    },
    START_MS,
  );
});

/** @returns what a start that must fail has printed as its error */
async function runToFailure() {
  run(SCRIPT);
  let errors = '';
  main.stderr.on('data', (data) => (errors += data));
  const [code] = await once(main, 'close');
  expect(code).toBe(1);
  return errors;
}

/** Listens on a port, unless another program does already. */
async function occupy(port) {
  const server = createServer().listen(port, '127.0.0.1');
  others.push(server);
  await once(server, 'listening').catch(() => undefined);
}

async function read(address) {
  return (await fetch(address)).text();
}

function run([command, ...args]) {
  main = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(main.pid);
}

/** @returns what it has printed */
async function untilReady() {
  let output = '';
  for (const stream of [main.stdout, main.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(main, 'exit');
  while (!output.includes('Ctrl-C stops everything')) {
    if (main.exitCode !== null) throw new Error(output);
    await Promise.race([once(main.stdout, 'data'), ended]);
  }
  return output;
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
