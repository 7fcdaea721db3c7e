import { makeTable, writeSection } from '../../scripts/report.mjs';
import type { Attack, Finding, Guard } from './attack.ts';

const PAGE = 'reliability.md';

export type Result = { attack: Attack; finding: Finding; seconds: number };

/** What the attack complained about without a guard. Undefined: it did not notice that the guard was gone. */
export type Proof = { guard: Guard; complaint: string | undefined };

/** Writes what a full attack found into docs/reliability.md, in place of what it found before. */
export async function reportResult({ attack, finding, seconds }: Result): Promise<void> {
  const { rounds, seen, broken } = finding;
  await writeSection(PAGE, attack.title, [
    `Must hold: ${attack.promise}.`,
    `Done in ${Math.round(seconds)} s: ${rounds}.`,
    broken.length === 0 ? `**Held**: ${seen}.` : `**Broken**: ${broken[0]}`,
  ]);
}

/** Writes what happened when each of an attack's guards was removed. */
export async function reportProofs({ title }: Attack, proofs: Proof[]): Promise<void> {
  const rows = proofs.map(({ guard, complaint }) => [
    guard.name,
    `\`${guard.without}\``,
    complaint ?? '**nothing**',
  ]);
  const table = makeTable(['Removed guard', 'Function', 'What the attack saw'], rows);
  await writeSection(PAGE, `Guards: ${title}`, [table]);
}
