import type { Attack, Guard } from './attack.ts';
import { attacks } from './attacks.ts';
import { type Build, buildSchool } from './build.ts';
import { type Proof, reportProofs, reportResult } from './report.ts';

/**
 * `npm run resilience`: all attacks in full; writes docs/reliability.md.
 * `npm run resilience -- NAME NAME`: only these attacks.
 * `… --short`: the short forms, without writing anything.
 * `… --prove`: removes each guard from a copy of the source; its attack must then break the promise.
 */
const words = process.argv.slice(2);
const isProving = words.includes('--prove');
const isShort = words.includes('--short');
/** Some guards only matter in rare moments, so their attack gets several tries to see that one is gone. */
const MAX_TRIES = 10;

const names = attacks.map(({ name }) => name);
const unknown = words.filter((word) => ![...names, '--prove', '--short'].includes(word));
if (unknown.length > 0) {
  console.error(`No such attack: ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`);
  process.exit(1);
}
const named = attacks.filter(({ name }) => words.includes(name));
const chosen = named.length > 0 ? named : attacks;
const isGood = isProving ? await proveAll() : await attackAll();
process.exit(isGood ? 0 : 1);

async function attackAll(): Promise<boolean> {
  const build = await buildSchool();
  let held = 0;
  try {
    for (const attack of chosen) if (await runAttack(attack, build)) held += 1;
  } finally {
    await build.remove();
  }
  console.log(`\n${held} of ${chosen.length} promises held`);
  return held === chosen.length;
}

/** @returns whether the promise held */
async function runAttack(attack: Attack, build: Build): Promise<boolean> {
  const started = performance.now();
  const finding = await attack.run(build, isShort ? 'short' : 'full');
  const seconds = (performance.now() - started) / 1_000;
  const { rounds, seen, broken } = finding;
  const verdict = broken.length > 0 ? 'BROKEN' : 'held  ';
  console.log(`${verdict} ${attack.title}: ${rounds}: ${seen} (${seconds.toFixed(1)} s)`);
  for (const complaint of broken) console.log(`       ${complaint}`);
  if (!isShort) await reportResult({ attack, finding, seconds });
  return broken.length === 0;
}

async function proveAll(): Promise<boolean> {
  const all: Proof[] = [];
  for (const attack of chosen) {
    const proofs: Proof[] = [];
    for (const guard of attack.guards) proofs.push(await prove(attack, guard));
    await reportProofs(attack, proofs);
    all.push(...proofs);
  }
  const proven = all.filter(({ complaint }) => complaint);
  console.log(`\n${proven.length} of ${all.length} guards are needed: attacks notice without them`);
  return proven.length === all.length;
}

/** An attack that fails to run proves nothing, so its error ends everything. */
async function prove(attack: Attack, guard: Guard): Promise<Proof> {
  const build = await buildSchool(guard);
  try {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const [complaint] = (await attack.run(build, 'short')).broken;
      if (!complaint) continue;
      console.log(`seen   ${attack.name}, without '${guard.name}': ${complaint} (try ${tries})`);
      return { guard, complaint };
    }
    console.log(`UNSEEN ${attack.name} holds without '${guard.name}'`);
    return { guard, complaint: undefined };
  } finally {
    await build.remove();
  }
}
