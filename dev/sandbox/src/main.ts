import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { startSandbox } from './sandbox.ts';
import { startProgram } from './start-program.ts';

const { SANDBOX_PORT = '5050', SANDBOX_SMTP_PORT = '2525', DATA_DIR = '.data' } = process.env;
const webhook = {
  url: process.env['SANDBOX_WEBHOOK_URL'] ?? 'http://127.0.0.1:5000/api/stripe/webhook',
  secret: process.env['STRIPE_WEBHOOK_SECRET'] ?? `whsec_${randomUUID()}`,
};
const log = (line: string) => console.log(`sandbox: ${line}`);

void startProgram(
  {
    what: 'services',
    ports: { SANDBOX_PORT, SANDBOX_SMTP_PORT },
    folder: resolve(DATA_DIR),
  },
  (ports) =>
    startSandbox({
      port: ports.SANDBOX_PORT,
      smtpPort: ports.SANDBOX_SMTP_PORT,
      dataDir: DATA_DIR,
      webhook,
      log,
    }),
);
