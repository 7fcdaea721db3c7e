import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { type AdminBundle, MAX_FOUND } from '@speakifyr/contract/limits.ts';
import { ADMIN_PAGES, type AdminPage } from '../../lib/admin-pages.ts';
import { paths } from '../../lib/paths.ts';
import { mayOpen } from '../../session/rights.ts';
import { listLabels, SCHOOL_TABS, type SchoolTab } from '../../features/school/school-labels.ts';
import type { FoundItem } from '../../features/search/found-groups.ts';

/** What the search finds without asking the server. */
const PAGES: AdminPage[] = [
  ...ADMIN_PAGES,
  ...Object.entries(SCHOOL_TABS).map(([tab, { label, note, words }]) => ({
    to: `${paths.school}?part=${tab}`,
    label: `School: ${label}`,
    note,
    words: [words, ...listLabels(tab as SchoolTab)].join(' '),
  })),
];

/** What people type around the words that matter: `how do I change the logo`. */
const FILLERS = new Set(
  'a an the my our how do does can i we where is are to of for in on at change edit set'.split(' '),
);

/**
 * The pages that are about all typed words: those with the words in their names first, then those whose line below it has
 * them. A typed word may be the beginning of one, and its plural. R611
 */
export function findPages(text: string, bundle?: AdminBundle): FoundItem[] {
  const all = splitWords(text);
  const meant = all.filter((word) => !FILLERS.has(word));
  const typed = (meant.length > 0 ? meant : all).map((word) => word.replace(/(?<=...)s$/, ''));
  if (typed.length === 0) return [];
  const has = (...texts: string[]) => {
    const words = splitWords(texts.join(' '));
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  const rank = ({ label, note }: AdminPage) => Number(has(label)) + Number(has(label, note));
  return PAGES.filter(({ to }) => mayOpen(to.split('?')[0] ?? '', bundle))
    .filter(({ label, note, words }) => has(label, note, words))
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_FOUND)
    .map(({ to, label, note }) => ({ key: `page-${to}`, title: label, note, to }));
}

function splitWords(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
