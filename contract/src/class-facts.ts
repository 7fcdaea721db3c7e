/**
 * The texts that families may read about a class besides its details. Each is in the calls, both of the admin's forms, the
 * audit log and the copies of a class by itself; the pages that show it name it.
 */
export const CLASS_TEXTS = {
  place: {
    label: 'Place',
    hint: 'Where students meet, such as Boathouse on the lake. Empty if unknown',
    maxLength: 100,
    example: 'Boathouse on the lake',
  },
};
export type ClassText = keyof typeof CLASS_TEXTS;
export const CLASS_TEXT_NAMES = Object.keys(CLASS_TEXTS) as ClassText[];

/** @returns an object with every text of a class, such as `{ place: make('place') }` */
export function withTexts<Value>(make: (name: ClassText) => Value): Record<ClassText, Value> {
  const values = CLASS_TEXT_NAMES.map((name) => [name, make(name)]);
  return Object.fromEntries(values) as Record<ClassText, Value>;
}

/** What a class says of its ages, hours and texts if it was added without: the `ClassFacts` of classes.ts. */
export const NO_FACTS = {
  ...{ ageFrom: null, ageTo: null, dailyStart: null, dailyEnd: null },
  ...withTexts(() => ''),
};

/** What a class may say of them, for tests: the examples of the API's documentation. */
export const SOME_FACTS = {
  ...{ ageFrom: 9, ageTo: 15, dailyStart: '09:00', dailyEnd: '16:00' },
  ...withTexts((name) => CLASS_TEXTS[name].example),
};
