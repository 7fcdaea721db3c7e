import * as z from 'zod';
import words from './search-words.json' with { type: 'json' };

const word = z.string().regex(/^[\p{L}\p{N}]+$/u, 'One word: only letters and digits');

/** What search-words.json has to contain. The server checks it at its start. */
const searchWordsSchema = z.strictObject({
  /** A class with the first word in its name is also found by the others. */
  alsoFoundBy: z.record(word, z.array(word)),
  /** Words that are left out of a search, because they say nothing about a class. */
  saysNothing: z.array(word),
});

/**
 * Families' words for what the school teaches: edit search-words.json to make it yours. Any form of a word will do:
 * "robot" also stands for "robots". Only the server reads it, so that it costs no visitor a byte.
 */
export const SEARCH_WORDS = searchWordsSchema.parse(words);
