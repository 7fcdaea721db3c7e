/** Whether each of the typed words is in a text, in any case. */
export function matchWords(text: string, typed: string): boolean {
  const folded = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

type Named = { name: string; course_tag: string; instructor: string };

/** Whether each of the typed words is in the name, the tag or the instructor's name of a class. */
export function matchClassWords({ name, course_tag, instructor }: Named, typed: string): boolean {
  return matchWords(`${name} ${course_tag} ${instructor}`, typed);
}
