import { SEARCH_WORDS } from '@speakifyr/contract/search-words.ts';
import MiniSearch, { type Query } from 'minisearch';
import { stemmer } from 'stemmer';
import { spellWords, splitWords } from '../database/search-words.ts';

/** What a search looks at. */
export type SearchedClass = {
  id: string;
  name: string;
  /** Empty if nobody is assigned, as is `place` if the class has none. */
  instructor: string;
  place: string;
  details: string;
};

/** Shorter prefixes match too many words of the long texts. */
const MIN_LETTERS_IN_DETAILS = 4;
/** Shorter words have too many neighbors one letter away: `art`, `cart`, `arm`. */
const MIN_LETTERS_WITH_ERROR = 4;
/** From here on, two letters may be wrong. */
const MIN_LETTERS_WITH_ERRORS = 8;

/** The short texts, which name the subject. `alike` has the school's other words for it. */
const SUBJECT = ['name', 'alike', 'instructor'];
const SHORT = [...SUBJECT, 'place'];
const ALL = [...SHORT, 'details'];
const boost = { name: 6, alike: 4, instructor: 3, place: 2 };

const SAYS_NOTHING = new Set(SEARCH_WORDS.saysNothing.flatMap(splitWords));
/** The school's other words by the stem of the word in a name. */
const ALSO_FOUND_BY = new Map(
  Object.entries(SEARCH_WORDS.alsoFoundBy).map(([word, others]) => [stemmer(word), others]),
);

let last: { key: string; find: (typed: string) => string[] } | undefined;

/**
 * Finds the classes that have all typed words, or their stems, in the name, the details, the instructor's name, the
 * place or among the school's words for them. A word that no class has may contain a typo.
 *
 * The index is made from the given classes and kept until they change. So another server that changes one need not say
 * so. R240
 * @param classes all that may be found
 * @returns their ids, best match first. All, if the words say nothing: `summer camp`
 */
export function findByWords(typed: string, classes: SearchedClass[]): string[] {
  const key = JSON.stringify(classes);
  if (last?.key !== key) last = { key, find: makeFinder(classes) };
  return last.find(typed);
}

function makeFinder(classes: SearchedClass[]): (typed: string) => string[] {
  const index = new MiniSearch({
    fields: ALL,
    tokenize: splitWords,
    processTerm: (word) => [...new Set([word, stemmer(word)])],
    searchOptions: { boost, combineWith: 'OR', processTerm: (word) => word },
  });
  index.addAll(classes.map((one) => ({ ...one, alike: listAlike(one.name) })));

  function rank([word, ...others]: [string, ...string[]]): Map<string, number> {
    const exact = index.search({ queries: [...new Set([word, ...others])].map(asTyped) });
    const found =
      exact.length > 0 || word.length < MIN_LETTERS_WITH_ERROR
        ? exact
        : index.search(withError(word), {
            // Hardly anybody mistypes the first letter, and `horse` is not `course`.
            filter: ({ terms }) => terms.some((term) => term[0] === word[0]),
          });
    return new Map(found.map(({ id, score }) => [id as string, score]));
  }

  return (typed) => {
    const words = spellWords(typed).filter(([word]) => !SAYS_NOTHING.has(word));
    const ranks = words.map(rank);
    const score = (id: string) => ranks.reduce((sum, scores) => sum + (scores.get(id) ?? 0), 0);
    return classes
      .map(({ id }) => id)
      .filter((id) => ranks.every((scores) => scores.has(id)))
      .sort((one, other) => score(other) - score(one));
  };
}

/** The word in any form, or a prefix of one. */
function asTyped(word: string): Query {
  const fields = word.length < MIN_LETTERS_IN_DETAILS ? SHORT : ALL;
  return { queries: [{ queries: [stemmer(word)] }, { queries: [word], fields, prefix: true }] };
}

/** A wrong, missing or extra letter, or two swapped ones. Not for long texts, which have a word like any other. */
function withError(word: string): Query {
  const fuzzy = word.length < MIN_LETTERS_WITH_ERRORS ? 1 : 2;
  const swapped = Array.from({ length: word.length - 1 }, (_none, at) =>
    stemmer(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)),
  );
  return {
    fields: SUBJECT,
    queries: [{ queries: [word, stemmer(word)], fuzzy }, { queries: swapped }],
  };
}

/** The school's other words for the subject of a class. */
function listAlike(name: string): string {
  return splitWords(name)
    .flatMap((word) => ALSO_FOUND_BY.get(stemmer(word)) ?? [])
    .join(' ');
}
