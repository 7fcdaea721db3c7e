import { describeProblems } from '../environment.ts';
import * as z from 'zod';
import { runCommand } from './command.ts';
import { examine } from './doctor/examine.ts';

const usage = `npm run doctor [-- https://the.site] [--upload] [--mail you@example.org]
Prints a line for each service: does it answer, and which setting is wrong. It never prints a key.
--upload also uploads a picture of one pixel, --mail sends an email.`;

const options = { upload: { type: 'boolean' }, mail: { type: 'string' } } as const;
await runCommand({ usage, words: 1, options }, async ({ words: [address], options: given }) => {
  const mailTo = readMailAddress(given.mail);
  const site = readSite(address);
  const isUploading = given.upload === true;
  const { problems, findings } = await examine(process.env, { site, isUploading, mailTo });
  if (problems.length > 0) console.log(`${describeProblems(problems)}\n`);
  for (const { state, about, sentence } of findings)
    console.log(`${state.padEnd(7)}  ${about.padEnd(16)}  ${sentence}`);
  const count = problems.length + findings.filter(({ state }) => state === 'wrong').length;
  if (count > 0) throw new Error(`\n${count} to fix: see docs/going-live.md`);
});

function readMailAddress(address: string | undefined): string | undefined {
  if (address !== undefined && !z.email().safeParse(address).success)
    throw new Error('Name an email address after --mail, such as --mail you@example.org');
  return address;
}

function readSite(text: string | undefined): URL | undefined {
  if (text && !/^https?:\/\//.test(text))
    throw new Error(`${text} is not a web address such as https://camp.example`);
  return text ? new URL(text) : undefined;
}
