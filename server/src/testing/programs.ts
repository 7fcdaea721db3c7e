import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram, ROOT } from './bundle-program.ts';

/** One of our programs, running as a separate process. */
export type Program = {
  child: ChildProcess;
  port: number;
  /** What it printed until it was ready. */
  printed: string;
  stop(): Promise<void>;
};

/**
 * Starts a program, TypeScript or already built, and waits for its line `… ready on 127.0.0.1:<port>`.
 * @param file path from the repository's root
 * @throws {Error} with what it printed, if it exits first
 */
export async function startProgram(file: string, env: Record<string, string>): Promise<Program> {
  const isOurServer = file.startsWith('server/') && file.endsWith('.ts');
  if (!isOurServer)
    return runUntilReady(file.endsWith('.ts') ? ['--import', 'tsx', file] : [file], env);
  const bundle = await bundleProgram(file);
  return runUntilReady([bundle.outfile], env).finally(bundle.remove);
}

async function runUntilReady(args: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { port, printed } = await readPort(child);
  return {
    child,
    port,
    printed,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Waits for a program's line `… ready on 127.0.0.1:<port>`.
 * @throws {Error} with what it printed, if it exits first
 */
async function readPort(child: ChildProcess): Promise<{ port: number; printed: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: Buffer) => {
      output += data.toString();
      const found = /ready on 127\.0\.0\.1:(\d+)/.exec(output);
      if (found) resolve({ port: Number(found[1]), printed: output });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${child.spawnargs.join(' ')} ended: ${output}`)));
  });
}
