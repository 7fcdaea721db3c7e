/** A child for whom classes are looked for. */
export type SearchedChild = { name: string; /** yyyy-mm-dd */ birthDate: string };

/** The month of a child's birth, which is all that the school is told. */
export const monthOfBirth = ({ birthDate }: SearchedChild) => birthDate.slice(0, 7);

/** A family calls its children by their first names. */
export const firstName = ({ name }: SearchedChild) => name.split(' ')[0] ?? name;
