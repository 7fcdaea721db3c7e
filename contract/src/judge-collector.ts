import { compareNames, type NameMatch } from './person-names.ts';

/** Somebody who wants to collect a child. `guardianId` says who they are; without it, only the name does. */
export type Collector = { guardianId?: string; name: string };

/** What decides of an entry about who must not collect a child. */
export type Block = {
  name: string;
  /** The first day, yyyy-mm-dd. */
  since: string;
  guardianId?: string;
  nameNow?: string;
  isByOffice?: boolean;
  /** Guardians who have changed their name since: their name today, and what the entry said of the one before. */
  pinned?: { guardianId: string; name: string; verdict: Verdict }[];
};

/** `in doubt`: the team asks the office, which may let them take the child. */
export const VERDICTS = ['free', 'in doubt', 'blocked'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Whether somebody must not collect a child on a day (yyyy-mm-dd). The only function that decides it, on the server and
 * on the screens of the team. R461, R462, R395
 */
export function judgeCollector(blocks: Block[], who: Collector, day: string): Verdict {
  return findWorst(blocks.filter(({ since }) => since <= day).map((block) => judgeBy(block, who)));
}

function findWorst(found: Verdict[]): Verdict {
  return (['blocked', 'in doubt'] as const).find((one) => found.includes(one)) ?? 'free';
}

function judgeBy(block: Block, who: Collector): Verdict {
  const { guardianId, name } = who;
  const pinned = (block.pinned ?? []).filter((one) =>
    // A friend may list the name that a blocked guardian has taken.
    guardianId === undefined
      ? compareNames(one.name, name) === 'same'
      : one.guardianId === guardianId,
  );
  return findWorst([judgeByName(block, who), ...pinned.map(({ verdict }) => verdict)]);
}

function judgeByName(block: Block, { guardianId, name }: Collector): Verdict {
  const { guardianId: blockedId, nameNow, isByOffice } = block;
  if (blockedId !== undefined && blockedId === guardianId) return 'blocked';
  const match = compareNames(block.name, name);
  if (guardianId === undefined)
    return nameNow && compareNames(nameNow, name) === 'same' ? 'blocked' : OF_NAMES[match];
  // Another guardian. Only the office takes a guardian's place away, and it knows the one whom it chose.
  if (blockedId !== undefined) return match === 'same' ? 'blocked' : 'free';
  return match === 'same' && !isByOffice ? 'in doubt' : OF_NAMES[match];
}

const OF_NAMES: Record<NameMatch, Verdict> = {
  same: 'blocked',
  'in doubt': 'in doubt',
  different: 'free',
};
