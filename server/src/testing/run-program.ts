import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A program's exit code and what it printed. */
export type Ended = { code: number; output: string };

/**
 * Runs one of the commands in server/src/commands until it exits.
 * @param name of the command's file, such as `backup`
 * @param env added to the environment of the tests
 */
export function runProgram(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', `server/src/commands/${name}.ts`, ...args],
      { cwd: ROOT, env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}
