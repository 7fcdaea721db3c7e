import * as z from 'zod';

/**
 * Zod's messages for wrong values, in plain words: the web app shows them next to the field. A field's own message,
 * such as 'Three letters, such as EXM', wins. R48
 */
const explainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is missing.' : (TYPES[issue.expected] ?? WRONG);
    case 'too_big':
      return explainMaximum(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'too_small':
      return explainMinimum(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'not_multiple_of':
      return issue.divisor === 0.01
        ? 'Must have at most two decimals.'
        : `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return (
        (issue.input === '' ? EMPTY : FORMATS)[issue.format] ?? 'Does not have the right form.'
      );
    case 'invalid_value':
      return `Must be ${issue.values.map((value) => String(value) || 'empty').join(' or ')}.`;
    case 'unrecognized_keys':
      return `Has unknown fields: ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return explainUnion(issue.errors);
    default:
      return WRONG;
  }
};

const WRONG = 'Is not right.';

const TYPES: Record<string, string> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object with fields.',
  record: 'Must be an object with fields.',
};

const FORMATS: Record<string, string> = {
  email: 'Must be a valid email address.',
  url: 'Must be an address such as https://camp.example.',
  date: 'Must be a day such as 2027-07-05.',
  datetime: 'Must be a moment such as 2027-07-05T09:30:00Z.',
};

/** What a person reads who has left a field empty. */
const EMPTY: Record<string, string> = {
  email: 'Please enter an email address.',
  date: 'Please choose a day.',
};

function explainMaximum(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Must have at most ${maximum} characters.`;
  if (origin === 'array') return `Must have at most ${maximum} entries.`;
  return inclusive ? `Must be at most ${maximum}.` : `Must be less than ${maximum}.`;
}

function explainMinimum(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string') return `Must have at least ${minimum} characters.`;
  if (origin === 'array') return `Must have at least ${minimum} entries.`;
  return inclusive ? `Must be at least ${minimum}.` : `Must be more than ${minimum}.`;
}

/** A union of a field and special values, such as 'not-assigned': says what the field must be. */
function explainUnion(branches: z.core.$ZodIssue[][]): string {
  const isOfField = ({ code }: z.core.$ZodIssue) => code !== 'invalid_value';
  return branches.flat().find(isOfField)?.message ?? WRONG;
}

z.config({ customError: explainIssue });
