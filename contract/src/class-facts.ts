import { MAX_AGE } from './limits.ts';

/** What both tables say about a text or a number. */
type Fact<Value> = {
  /** Names it in the admin's forms and on the class's page. */
  label: string;
  hint: string;
  example: Value;
  /** What the class's page says beside the label. Without it, the pages that show it name it. */
  say?: (value: Value) => string;
};

/**
 * The texts and the whole numbers that a class may have besides its name, price, room and details. Each one appears
 * automatically in the calls, both admin forms, the class's page, the audit log and copies of a class.
 */
export const CLASS_TEXTS = {
  place: {
    label: 'Place',
    hint: 'Where students meet, such as Boathouse on the lake. Empty if unknown',
    maxLength: 100,
    example: 'Boathouse on the lake',
    say: (place) => place,
  },
} satisfies Record<string, Fact<string> & { maxLength: number }>;

/** The class's page shows both ages on one line. */
export const CLASS_NUMBERS = {
  ageFrom: { label: 'Youngest Age', hint: 'Empty for any age', min: 0, max: MAX_AGE, example: 9 },
  ageTo: { label: 'Oldest Age', hint: 'Empty for no limit', min: 0, max: MAX_AGE, example: 15 },
} satisfies Record<string, Fact<number> & { min: number; max: number }>;

export type ClassText = keyof typeof CLASS_TEXTS;
export type ClassNumber = keyof typeof CLASS_NUMBERS;
export const CLASS_TEXT_NAMES = Object.keys(CLASS_TEXTS) as ClassText[];
export const CLASS_NUMBER_NAMES = Object.keys(CLASS_NUMBERS) as ClassNumber[];

/** @returns an object with a value for each entry of a table, such as `{ place: make('place') }` */
export function withEach<Name extends string, Value>(
  table: Record<Name, unknown>,
  make: (name: Name) => Value,
): Record<Name, Value> {
  const values = (Object.keys(table) as Name[]).map((name) => [name, make(name)]);
  return Object.fromEntries(values) as Record<Name, Value>;
}

/** The numbers, hours and texts of a class added without them: the `ClassFacts` of classes.ts. */
export const NO_FACTS = {
  ...withEach(CLASS_NUMBERS, () => null),
  dailyStart: null,
  dailyEnd: null,
  ...withEach(CLASS_TEXTS, () => ''),
};

/** Sample facts for tests: the examples of the API's documentation. */
export const SOME_FACTS = {
  ...withEach(CLASS_NUMBERS, (name) => CLASS_NUMBERS[name].example),
  dailyStart: '09:00',
  dailyEnd: '16:00',
  ...withEach(CLASS_TEXTS, (name) => CLASS_TEXTS[name].example),
};

/** What the class's page says about its texts and numbers, each beside its label. */
export function sayFacts(facts: Record<ClassText, string> & Record<ClassNumber, number | null>) {
  return [
    ...CLASS_TEXT_NAMES.flatMap((name) => sayFact(name, CLASS_TEXTS[name], facts[name])),
    ...CLASS_NUMBER_NAMES.flatMap((name) => sayFact(name, CLASS_NUMBERS[name], facts[name])),
  ];
}

function sayFact<Name, Value>(name: Name, { label, say }: Fact<Value>, value: Value | null) {
  return say && value !== null && value !== '' ? [{ name, label, text: say(value) }] : [];
}
