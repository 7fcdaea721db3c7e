/** What the columns of an imported file can be. Apart from the calls, because the page needs no schemas. */

export const IMPORT_KINDS = ['families', 'classes'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** In bytes of UTF-8. */
export const MAX_IMPORT_BYTES = 5_000_000;
export const MAX_IMPORT_ROWS = 20_000;
/** For how many days an import can be undone; then nothing is left of it but what it made. R618 */
export const IMPORT_DAYS = 7;

export const IMPORT_LABELS = {
  none: 'Not imported',
  /** About health or cards. */
  never: 'Never imported',
  name: 'Name',
  firstName: 'Parent’s first name',
  lastName: 'Parent’s last name',
  email: 'Email',
  phone: 'Phone',
  childName: 'Child’s name',
  childFirstName: 'Child’s first name',
  childLastName: 'Child’s last name',
  birthDate: 'Child’s birth date',
  tag: 'Tag',
  price: 'Price',
  places: 'Places',
  room: 'Room',
  start: 'First day',
  end: 'Last day',
  dailyStart: 'Day starts at',
  dailyEnd: 'Day ends at',
  ageFrom: 'Youngest age',
  ageTo: 'Oldest age',
  place: 'Place',
  details: 'Details',
  instructor: 'Instructor’s email',
  image: 'Address of a picture',
} as const;
export type ImportField = keyof typeof IMPORT_LABELS;

/** The fields of each kind of file, in the order in which they are offered. */
export const FIELDS_OF: Record<ImportKind, readonly ImportField[]> = {
  families: [
    ...(['none', 'name', 'firstName', 'lastName', 'email', 'phone'] as const),
    ...(['childName', 'childFirstName', 'childLastName', 'birthDate'] as const),
  ],
  classes: [
    ...(['none', 'name', 'tag', 'price', 'places', 'room', 'start', 'end'] as const),
    ...(['dailyStart', 'dailyEnd', 'ageFrom', 'ageTo', 'place', 'details'] as const),
    ...(['instructor', 'image'] as const),
  ],
};

/** What the office calls a field in a file of this kind. */
export function labelOf(field: ImportField, kind: ImportKind): string {
  if (field !== 'name') return IMPORT_LABELS[field];
  return kind === 'families' ? 'Parent’s name' : 'Name of the class';
}
