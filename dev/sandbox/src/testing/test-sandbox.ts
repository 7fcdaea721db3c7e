import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox.ts';

/** A sandbox for one test file. */
export interface TestSandbox {
  /** `http://127.0.0.1:…` */
  address: string;
  port: number;
  smtpPort: number;
  dataDir: string;
  /** The lines that it logged. */
  lines: string[];
  /** Stops it and starts it again on the same data; the ports may change. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** What tests sign events with. */
export const WEBHOOK_SECRET = 'whsec_test';

/**
 * Starts a sandbox on a free port, with its data in a new folder.
 * @param webhookUrl where events go; by default to a port where nobody listens
 */
export async function startTestSandbox(webhookUrl = 'http://127.0.0.1:9/'): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const lines: string[] = [];
  const start = (): Promise<Sandbox> =>
    startSandbox({
      port: 0,
      smtpPort: 0,
      dataDir,
      webhook: { url: webhookUrl, secret: WEBHOOK_SECRET },
      log: (line) => lines.push(line),
    });
  let running = await start();
  return {
    get address() {
      return `http://127.0.0.1:${running.port}`;
    },
    get port() {
      return running.port;
    },
    get smtpPort() {
      return running.smtpPort;
    },
    dataDir,
    lines,
    async restart() {
      await running.close();
      running = await start();
    },
    async stop() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
