import type { Attack, Guard } from './attack.ts';
import { attacks } from './attacks.ts';
import { type Build, buildSchool } from './build.ts';
import { describeMachine, type Proof, reportProof, reportResult, type Result } from './report.ts';

/**
 * `npm run resilience`: all attacks in full, and the table in docs/reliability.md.
 * `npm run resilience -- --prove`: each guard is taken out of a copy, and its attack must break the promise.
 * Each row of the report is written when its attack has ended, and says of which run it is.
 * `… NAME NAME`: these attacks alone. `--short`: the short form, which writes nothing.
 */
const words = process.argv.slice(2);
const isProving = words.includes('--prove');
const isShort = words.includes('--short');
/** What only a race in the very moment can show is given another try: one look is enough. */
const MAX_TRIES = 5;

const names = attacks.map(({ name }) => name);
const unknown = words.filter((word) => ![...names, '--prove', '--short'].includes(word));
if (unknown.length > 0) {
  console.error(`No such attack: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
const named = attacks.filter(({ name }) => words.includes(name));
const chosen = named.length > 0 ? named : attacks;
const held = isProving ? await proveAll() : await attackAll();
process.exit(held ? 0 : 1);

async function attackAll(): Promise<boolean> {
  const build = await buildSchool();
  const results: Result[] = [];
  try {
    for (const attack of chosen) {
      const result = await runAttack(attack, build);
      results.push(result);
      if (!isShort) await reportResult(result);
    }
  } finally {
    await build.remove();
  }
  const broken = results.filter(({ finding }) => finding.broken.length > 0);
  console.log(`\n${results.length - broken.length} of ${results.length} promises held`);
  return broken.length === 0;
}

async function runAttack(attack: Attack, build: Build): Promise<Result> {
  const started = performance.now();
  const finding = await attack.run(build, isShort ? 'short' : 'full');
  const seconds = (performance.now() - started) / 1_000;
  const isBroken = finding.broken.length > 0;
  console.log(
    `${isBroken ? 'BROKEN' : 'held  '} ${attack.title}: ${finding.rounds}: ${finding.seen} (${seconds.toFixed(1)} s)`,
  );
  for (const complaint of finding.broken) console.log(`       ${complaint}`);
  return { attack, finding, seconds };
}

async function proveAll(): Promise<boolean> {
  console.log(describeMachine());
  const proofs: Proof[] = [];
  for (const attack of chosen)
    for (const guard of attack.guards) {
      const proof = await prove(attack, guard);
      proofs.push(proof);
      await reportProof(proof);
    }
  const failed = proofs.filter(({ complaint }) => !complaint);
  console.log(
    `\n${proofs.length - failed.length} of ${proofs.length} guards are needed, and seen to be`,
  );
  return failed.length === 0;
}

/** An attack that can't be carried out proves nothing: what it throws ends the run. */
async function prove(attack: Attack, guard: Guard): Promise<Proof> {
  const build = await buildSchool(guard);
  try {
    for (let tries = 1; ; tries += 1) {
      const finding = await attack.run(build, 'short');
      const [complaint] = finding.broken;
      if (complaint) {
        console.log(`seen   ${attack.title}, without '${guard.name}': ${complaint} (try ${tries})`);
        return { attack, guard, complaint, tries };
      }
      if (tries < MAX_TRIES) continue;
      console.log(`UNSEEN ${attack.title} holds without '${guard.name}': ${finding.seen}`);
      return { attack, guard, complaint, tries };
    }
  } finally {
    await build.remove();
  }
}
