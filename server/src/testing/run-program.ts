import { execFile } from 'node:child_process';
import { bundleProgram, ROOT } from './bundle-program.ts';

/** A program's exit code and what it printed. */
export type Ended = { code: number; output: string };

/**
 * Runs one of the commands in server/src/commands until it exits.
 * @param name of the command's file, such as `backup`
 * @param env added to the environment of the tests
 */
export async function runProgram(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const bundle = await bundleProgram(`server/src/commands/${name}.ts`);
  const ended = new Promise<Ended>((resolve) => {
    execFile(
      process.execPath,
      [bundle.outfile, ...args],
      { cwd: ROOT, env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
  return ended.finally(bundle.remove);
}
