/** A child for whom classes are looked for. */
export type SearchedChild = { name: string; /** yyyy-mm-dd */ birthDate: string };

/** A child's birth month, yyyy-mm. A search sends no more than that. */
export const monthOfBirth = ({ birthDate }: SearchedChild) => birthDate.slice(0, 7);
