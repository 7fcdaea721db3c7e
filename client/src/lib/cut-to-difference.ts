/** More of a text would hide what differs in it, and the other differences. In characters. */
const MAX_SHOWN = 80;
/** How much of what is the same stands before it. */
const BEFORE = 30;

/** Two texts, cut to where they begin to differ if they are long: `… and call us. New` and `… and call us.`. */
export function cutToDifference(one: string, other: string): [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  // A whole word, and never half a letter.
  const start = same > BEFORE ? one.lastIndexOf(' ', same - BEFORE) + 1 : 0;
  const cut = (text: string) => {
    const letters = [...text.slice(start)];
    const shown = letters.slice(0, MAX_SHOWN).join('');
    return `${start > 0 ? '…' : ''}${shown}${letters.length > MAX_SHOWN ? '…' : ''}`;
  };
  const isShort = Math.max(one.length, other.length) <= MAX_SHOWN;
  return isShort ? [one, other] : [cut(one), cut(other)];
}
