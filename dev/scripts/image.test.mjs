import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleImage, readSteps } from './assemble-image.mjs';
import { buildCommands, ROOT } from './build.mjs';
import { createDemoAccounts, DEMO_PASSWORD } from './demo-accounts.mjs';
import { findFreePorts } from './ports.mjs';
import { startProgram, stopProgram } from './programs.mjs';
import { sandboxServerSettings, sandboxWebSettings } from './settings.mjs';

const run = promisify(execFile);
/** Another Node than this one, such as the image's. */
const NODE = process.env.IMAGE_NODE || process.execPath;

it('has each package that its programs load, where they look for it', async () => {
  const outdir = '.build/commands-of-image';
  const { metafile } = await buildCommands({ outdir });
  rmSync(join(ROOT, outdir), { recursive: true });
  const names = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external && !path.startsWith('node:'))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const steps = readSteps();
  const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
  const copied = last
    .filter(({ name, words: [from] }) => name === 'COPY' && from === '--from=packages')
    .map(({ words: [, source] }) => source);
  const start = last.find(({ name }) => name === 'WORKDIR').words[0];
  expect(names).toContain('express');
  const missing = [...new Set(names)].filter((name) => {
    const place = [`server/node_modules/${name}`, `node_modules/${name}`].find(
      (path) => path in packages,
    );
    if (!place || packages[place].dev) return true;
    const path = `/app/${place}`;
    const owner = path.slice(0, path.indexOf('/node_modules/'));
    const isCopied = copied.some((source) => `${path}/`.startsWith(`${source}/`));
    return !isCopied || !`${start}/`.startsWith(`${owner}/`);
  });
  expect(missing).toEqual([]);
}, 60_000);

// It installs twice and builds everything, which takes minutes.
describe.runIf(process.env.CHECK_ALL)('the image', () => {
  let folder;
  let image;
  let env;
  let site;
  let sandboxSite;
  const programs = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'speakifyr-image-'));
    image = assembleImage(folder);
    const [port, sandboxPort, mongoPort, smtpPort] = (await findFreePorts(4)).map(String);
    const dataDir = join(folder, 'data');
    const settings = sandboxServerSettings({ port, sandboxPort, mongoPort, smtpPort, dataDir });
    // The build makes it as well.
    const sandbox = (file) => [join(folder, 'build/app/dev/sandbox/dist', file)];
    programs.push(
      await startProgram('The sandbox database', sandbox('mongo.js'), {
        env: { DATA_DIR: dataDir, SANDBOX_MONGO_PORT: mongoPort },
        ready: /sandbox database ready/,
      }),
      await startProgram('The sandbox', sandbox('main.js'), {
        env: {
          DATA_DIR: dataDir,
          SANDBOX_PORT: sandboxPort,
          SANDBOX_SMTP_PORT: smtpPort,
          SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/stripe/webhook`,
          STRIPE_WEBHOOK_SECRET: settings.STRIPE_WEBHOOK_SECRET,
        },
        ready: /sandbox services ready/,
      }),
    );
    site = `http://127.0.0.1:${port}`;
    // As Docker sets them. Only this machine may reach the test.
    env = { PATH: process.env.PATH, TMPDIR: folder, ...image.env, ...settings };
    Object.assign(env, sandboxWebSettings({ sandboxPort }));
    // The sandbox is not for production.
    Object.assign(env, {
      PORT: port,
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      DRAIN_SECONDS: '2',
    });
    env.CLIENT_DIR = join(image.root, image.env.CLIENT_DIR);
    sandboxSite = `http://127.0.0.1:${sandboxPort}`;
    await createDemoAccounts(sandboxSite);
  }, 900_000);
  afterAll(async () => {
    for (const program of programs.reverse()) await stopProgram(program);
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  async function send(url, token, body) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** @returns the session token of somebody who logs in as the web app does */
  async function logIn(email) {
    const signIn = `${sandboxSite}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`;
    const password = { email, password: DEMO_PASSWORD, returnSecureToken: true };
    const { idToken } = await (
      await send(`${signIn}?key=${env.FIREBASE_API_KEY}`, '', password)
    ).json();
    return (await (await send(`${site}/api/jwt`, idToken, { email })).json()).token;
  }

  /** A visitor behind a balancer, which asks whether the server is ready and sends visitors until it says no. */
  async function visit(statuses) {
    const ask = async (path) => {
      const answer = await fetch(`${site}/api/${path}`);
      // Else its connection is never idle.
      await answer.arrayBuffer();
      return answer.status;
    };
    while ((await ask('readyz')) === 200) statuses.push(await ask('classes'));
    statuses.push(await ask('classes'));
  }

  it('starts, shows the page, lets a student join, makes an admin, backs up and restores, and refuses nobody when it stops', async () => {
    const [, ...args] = image.command;
    const server = spawn(NODE, args, { cwd: image.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data) => (output += data));
    const closed = once(server, 'close');
    const isReady = async () => {
      expect(server.exitCode, output).toBeNull();
      return (await fetch(`${site}/api/readyz`).catch(() => ({}))).status;
    };
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const page = await (await fetch(site)).text();
    expect(page).toContain('SPEAKIFYR');
    expect(page).toContain(site.slice(-5));
    expect(await (await fetch(`${site}/licenses.md`)).text()).toContain('MIT');

    const email = 'student@speakifyr.test';
    const token = await logIn(email);
    const classes = await (await fetch(`${site}/api/classes`)).json();
    const joined = [];
    for (const { _id: classId } of classes)
      joined.push(await (await send(`${site}/api/addClass`, token, { classId, email })).json());
    expect(joined).toContainEqual(expect.objectContaining({ status: true }));

    const command = (name, ...words) =>
      run(NODE, [`${name}.mjs`, ...words], { cwd: image.cwd, env });
    expect((await command('make-admin', 'student@speakifyr.test')).stdout).toContain('admin');
    const kept = join(folder, 'kept');
    expect((await command('backup', kept)).stdout).toContain('users');
    env.MONGODB_URI = env.MONGODB_URI.replace(/speakifyr$/, 'restored');
    expect((await command('restore', kept)).stdout).toContain('is as it was');
    const statuses = [];
    const visits = Promise.all(Array.from({ length: 20 }, () => visit(statuses)));
    server.kill('SIGTERM');
    await visits;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThanOrEqual(20);
    expect(await closed, output).toEqual([0, null]);
  }, 200_000);
});
