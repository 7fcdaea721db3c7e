import { resolve } from 'node:path';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { CorruptDataError } from './storage/rows.ts';

const DEFAULT_PORT = '5050';
const { SANDBOX_PORT = DEFAULT_PORT, DATA_DIR = '.data' } = process.env;

/** What went wrong at the start, in one sentence for the person at the keyboard. */
function describeStartFailure(error: unknown): string {
  const { code, path, message, cause } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  const folder = resolve(DATA_DIR);
  if (code === 'EADDRINUSE') {
    return `Port ${SANDBOX_PORT} is taken: stop the other program, or choose another SANDBOX_PORT.`;
  }
  if (/LOCK|already held/i.test(cause?.message ?? '')) {
    return `The data in ${folder} is in use by another sandbox: stop it, or choose another DATA_DIR.`;
  }
  if (error instanceof CorruptDataError || cause?.code === 'LEVEL_CORRUPTION') {
    return `The data in ${folder} are damaged (${cause?.message ?? message}): restore them from a copy, or empty them with npm run reset.`;
  }
  if (code?.startsWith('E')) return `The data folder ${path ?? folder} can't be used (${code}).`;
  return `The data in ${folder} can't be used: ${cause?.message ?? message}`;
}

async function start(): Promise<Sandbox> {
  if (!/^\d{1,5}$/.test(SANDBOX_PORT) || Number(SANDBOX_PORT) > 65_535) {
    throw new RangeError(`SANDBOX_PORT must be 0 to 65535, not “${SANDBOX_PORT}”.`);
  }
  return startSandbox({
    port: Number(SANDBOX_PORT),
    dataDir: DATA_DIR,
    webhook: {
      url: process.env['SANDBOX_WEBHOOK_URL'] ?? 'http://127.0.0.1:5000/api/stripe/webhook',
      secret: process.env['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_sandbox_speakifyr',
    },
    log: (line) => console.log(`sandbox: ${line}`),
  });
}

try {
  const sandbox = await start();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void sandbox.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
  console.log(`sandbox services ready on 127.0.0.1:${sandbox.port}`);
} catch (error) {
  console.error(error instanceof RangeError ? error.message : describeStartFailure(error));
  process.exit(1);
}
