import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runProgram } from '../testing/run-program.ts';

/** Other programs that happen to be in the folder: they take no arguments. */
const NO_COMMANDS = ['start-container', 'check-settings', 'command'];
const COMMANDS = readdirSync(import.meta.dirname)
  .flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? [])
  .filter((name) => !NO_COMMANDS.includes(name) && !name.startsWith('list-'));

it('there are commands', () => {
  expect(COMMANDS).toEqual(expect.arrayContaining(['backup', 'doctor', 'migrate', 'restore']));
});

it.each(COMMANDS)('%s says with --help how to use it, and does nothing', async (name) => {
  const { code, output } = await runProgram(name, ['--help'], { MONGODB_URI: '' });
  expect(output).toMatch(new RegExp(`^npm run ${name}`));
  expect(code).toBe(0);
});

it.each(COMMANDS)('%s refuses what it does not know, and says how to use it', async (name) => {
  const { code, output } = await runProgram(name, ['--nothing'], { MONGODB_URI: '' });
  expect(output).toMatch(new RegExp(`--nothing.*\\n.*npm run ${name}`, 's'));
  expect(code).toBe(1);
});
