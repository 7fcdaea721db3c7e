import type { BSONRegExp } from 'bson';
import { DatabaseError, refuse } from './errors.ts';

/**
 * Compiles a regular expression of MongoDB (PCRE, UTF-8) to one of JavaScript that means the same.
 * What means something else there, or only exists in PCRE, is refused.
 * @param flags `i` and `s`
 */
export function compileRegex({
  pattern,
  options,
}: Pick<BSONRegExp, 'pattern' | 'options'>): RegExp {
  const unknown = /[^is]/.exec(options);
  if (unknown) throw refuse(`the regular expression option '${unknown[0]}'`);
  try {
    return new RegExp(translate(pattern, options.includes('s')), `u${options}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DatabaseError(2, `Regular expression is invalid or not supported: ${error.message}`);
  }
}

/** One thing at a time: an escape, a class of characters, the beginning of a group, any character. */
const TOKEN = /\\([\s\S]?)|\[\^?(?:\\[^\p{L}]|[^\\[\]])+\]|\(\?.?|[\s\S]/gu;

function translate(pattern: string, dotAll: boolean): string {
  return pattern.replace(TOKEN, (token: string, escaped: string | undefined) => {
    if (escaped !== undefined) {
      if (/[dwDWbBnrt]/.test(escaped)) return token;
      if (/[\p{L}\p{N}]|^$/u.test(escaped)) throw refuse(`the regular expression part '${token}'`);
      return `\\u{${escaped.codePointAt(0)?.toString(16)}}`;
    }
    if (token.startsWith('(?') && !['(?:', '(?=', '(?!'].includes(token))
      throw refuse(`the regular expression part '${token}'`);
    if (token === '[') throw refuse('this class of characters in a regular expression');
    if (token.startsWith('['))
      return token.replace(
        /\\(.)/gu,
        (_all, char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
      );
    // JavaScript: the very end, and four kinds of line end. PCRE: before a last line feed too, and only that.
    if (token === '$') return '(?=\\n?$)';
    if (token === '.' && !dotAll) return '[^\\n]';
    return token;
  });
}
