import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildClient, buildSandbox, buildServer, ROOT } from './build.mjs';
import { createDemoAccounts, DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.mjs';
import { watchNpm } from './npm-process.mjs';
import { checkPortIsFree, choosePorts, removePortsFile, writePortsFile } from './ports.mjs';
import { startProgram, stopProgram } from './programs.mjs';
import { checkSandboxHost, loadSettings, sandboxServerSettings } from './settings.mjs';

/** Builds what changed, starts the sandbox unless real services are set, then the server; `--dev` watches. */

const isDev = process.argv.includes('--dev');
const settings = loadSettings();
const { isSandbox, dataDir } = settings;
const clientDir = resolve(process.env.CLIENT_OUT_DIR || join(ROOT, 'client/dist'));

/** In the order they were started; they are stopped in reverse. */
const programs = [];
let isStopping = false;
/** Whether the data is ours, and so is the file that names our ports. */
let hasDatabase = false;

process.once('SIGINT', () => stopAll(0));
process.once('SIGTERM', () => stopAll(0));
process.once('disconnect', () => stopAll(0));
watchNpm(() => stopAll(0));

try {
  if (isSandbox) {
    checkSandboxHost(process.env);
    const { ports, notes } = await choosePorts();
    Object.assign(settings, ports);
    await buildSandbox();
    await startDatabase();
    notes.forEach((note) => console.log(note));
  } else {
    checkSettings();
    await checkPortIsFree(settings.port, 'PORT');
  }
  await Promise.all([isDev || buildServer(), isDev || buildWebApp()]);
  if (isSandbox) await startSandbox();
  await startServer();
  announce(isDev ? await startVite() : `http://localhost:${settings.port}`);
} catch (error) {
  if (!isStopping) console.error(error.message);
  await stopAll(1);
}

/** Lists all wrong settings and stops, before anything is built. */
function checkSettings() {
  const program = join(ROOT, 'server/src/commands/check-settings.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

async function buildWebApp() {
  await buildClient(clientDir, {
    ...process.env,
    SERVICES: isSandbox ? 'sandbox' : 'real',
    SANDBOX_PORT: settings.sandboxPort,
  });
}

/** Before the web app is built: its lock keeps a second start from using the same data, and other ports. */
async function startDatabase() {
  await start('The sandbox database', [join(ROOT, 'dev/sandbox/dist/mongo.js')], {
    env: { DATA_DIR: dataDir, SANDBOX_MONGO_PORT: settings.mongoPort },
    ready: /sandbox database ready/,
  });
  const { port, sandboxPort, mongoPort, smtpPort } = settings;
  writePortsFile(dataDir, { port, sandboxPort, mongoPort, smtpPort });
  hasDatabase = true;
}

async function startSandbox() {
  const { port, sandboxPort, smtpPort } = settings;
  const env = {
    DATA_DIR: dataDir,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/stripe/webhook`,
    STRIPE_WEBHOOK_SECRET: sandboxServerSettings(settings).STRIPE_WEBHOOK_SECRET,
  };
  await start('The sandbox', [join(ROOT, 'dev/sandbox/dist/main.js')], {
    env,
    ready: /sandbox services ready/,
    // Shows the links of Firebase's emails, because the sandbox sends none.
    showOutput: true,
  });
  await createDemoAccounts(`http://127.0.0.1:${sandboxPort}`);
}

async function startServer() {
  const env = {
    PORT: settings.port,
    // Otherwise glibc gives each thread its own heap and returns little of it, so memory would keep growing.
    MALLOC_ARENA_MAX: '2',
    ...(isSandbox && sandboxServerSettings(settings)),
    ...(!isDev && { CLIENT_DIR: clientDir }),
  };
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const args = isDev
    ? [tsx, 'watch', '--clear-screen=false', join(ROOT, 'server/src/main.ts')]
    : ['--enable-source-maps', join(ROOT, 'server/dist/main.js')];
  await start('The server', args, { env, ready: /server ready/, showOutput: true });
}

/** @returns {Promise<string>} where the web app is */
async function startVite() {
  const { port, sandboxPort } = settings;
  const [, vitePort] = await start(
    'Vite',
    [join(ROOT, 'node_modules/vite/bin/vite.js'), join(ROOT, 'client')],
    {
      env: { SERVICES: isSandbox ? 'sandbox' : 'real', SANDBOX_PORT: sandboxPort, PORT: port },
      ready: /Local:\s+\S+:(\d+)/,
      showOutput: true,
    },
  );
  return `http://localhost:${vitePort}`;
}

async function start(name, args, options) {
  if (isStopping) throw new Error('SPEAKIFYR is stopping.');
  const { child, readyLine } = await startProgram(name, args, {
    ...options,
    onSpawn: (program) => programs.push(program),
  });
  child.once('exit', () => {
    if (isStopping) return;
    console.error(`${name} ended unexpectedly.`);
    void stopAll(1);
  });
  return readyLine;
}

async function stopAll(exitCode) {
  if (isStopping) return;
  isStopping = true;
  for (const program of programs.reverse()) await stopProgram(program);
  if (hasDatabase) removePortsFile(dataDir);
  process.exit(exitCode);
}

function announce(address) {
  console.log(`\nSPEAKIFYR is ready: ${address}\n`);
  if (!isSandbox) return;
  const { sandboxPort } = settings;
  if (process.env.EMPTY_SCHOOL === 'true') {
    console.log(
      'Nobody has an account yet. Sign up, confirm the address with the email in the inbox,',
    );
    console.log('and make yourself the first director: npm run make-admin -- you@example.com');
  } else {
    console.log(`Demo accounts, password ${DEMO_PASSWORD}:`);
    for (const email of DEMO_ACCOUNTS) console.log(`  ${email}`);
  }
  console.log(`\nEmails arrive at http://127.0.0.1:${sandboxPort}/inbox`);
  console.log(`Payments are at http://127.0.0.1:${sandboxPort}/stripe/dashboard`);
  console.log(
    'Card to pay with: 4242 4242 4242 4242, any future date, any CVC. Ctrl-C stops everything.',
  );
}
