type Named = { name: string; course_tag: string; instructor: string };

/** Whether each of these words is in the name, the tag or the instructor's name of a class. */
export function matchClassWords({ name, course_tag, instructor }: Named, words: string): boolean {
  const text = `${name} ${course_tag} ${instructor}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
