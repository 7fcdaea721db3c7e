/**
 * A child's first name, for its own family: nobody calls their child by the whole name. R535
 * @param name as the family typed it
 * @param among the names next to it: if another child has the same first word, the whole name is said
 */
export function sayFirstName(name: string, among: string[] = []): string {
  const first = firstWord(name);
  const isShared = among.some((other) => other !== name && firstWord(other) === first);
  // `Okonjo, Leo` begins with the family's name.
  return isShared || first.endsWith(',') ? name : first;
}

const firstWord = (name: string) => name.split(' ')[0] ?? name;
