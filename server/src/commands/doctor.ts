import { describeProblems } from '../environment.ts';
import { z } from 'zod';
import { runCommand } from './command.ts';
import { examine } from './doctor/examine.ts';

/**
 * `npm run doctor [-- https://the.site] [--upload] [--mail you@example.org]` prints a line for each service: does it
 * answer, and which setting is wrong. It never prints a key.
 */
await runCommand(async (args) => {
  const mailTo = readMailAddress(args);
  const site = readSite(args.find((arg) => !arg.startsWith('--') && arg !== mailTo));
  const isUploading = args.includes('--upload');
  const { problems, findings } = await examine(process.env, { site, isUploading, mailTo });
  if (problems.length > 0) console.log(`${describeProblems(problems)}\n`);
  for (const { state, about, sentence } of findings)
    console.log(`${state.padEnd(7)}  ${about.padEnd(16)}  ${sentence}`);
  const count = problems.length + findings.filter(({ state }) => state === 'wrong').length;
  if (count > 0) throw new Error(`\n${count} to fix: see docs/going-live.md`);
});

function readMailAddress(args: string[]): string | undefined {
  const index = args.indexOf('--mail');
  if (index === -1) return undefined;
  const address = args[index + 1] ?? '';
  if (!z.email().safeParse(address).success)
    throw new Error('Name an email address after --mail, such as --mail you@example.org');
  return address;
}

function readSite(text: string | undefined): URL | undefined {
  if (text && !/^https?:\/\//.test(text))
    throw new Error(`${text} is not a web address such as https://camp.example`);
  return text ? new URL(text) : undefined;
}
