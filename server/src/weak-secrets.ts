/** A random text of this length can't be guessed. The settings may ask for more. */
const MIN_LENGTH = 16;
/** A word, a simple sequence or a single repeated key has fewer different characters. */
const MIN_DIFFERENT = 10;
/** How many characters must not follow from those before them. In a random text, nearly all don't. */
const MIN_SURPRISING = 14;
/** A shorter piece also occurs twice in a random text. */
const REPEATED_LENGTH = 3;

/**
 * Whether a secret is too short or too regular for production: few different characters, a repeated word such as
 * `password-password-…`, or a sequence such as `abcdefg…`. It does not know words: one long sentence passes. R49
 * @param secret without a fixed prefix such as `whsec_`
 */
export function isEasyToGuess(secret: string): boolean {
  return (
    secret.length < MIN_LENGTH ||
    new Set(secret).size < MIN_DIFFERENT ||
    countSurprising(secret) < MIN_SURPRISING
  );
}

/** Counts the characters that neither continue a sequence nor belong to a piece that came before. */
function countSurprising(secret: string): number {
  let count = 0;
  for (let at = 0; at < secret.length;) {
    const repeated = measureRepeat(secret, at);
    if (repeated < REPEATED_LENGTH && !continuesSequence(secret, at)) count += 1;
    at += repeated < REPEATED_LENGTH ? 1 : repeated;
  }
  return count;
}

/** @returns the length of the longest piece that starts here and also somewhere before */
function measureRepeat(secret: string, at: number): number {
  let length = 0;
  while (
    at + length < secret.length &&
    secret.slice(0, at).includes(secret.slice(at, at + length + 1))
  )
    length += 1;
  return length;
}

/** Such as the third letter of `abc`, `cba`, `ace` or `aaa`. */
function continuesSequence(secret: string, at: number): boolean {
  const step = (to: number) => secret.charCodeAt(to) - secret.charCodeAt(to - 1);
  return at >= 2 && step(at) === step(at - 1);
}
