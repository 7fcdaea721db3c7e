import type { Request } from 'express';
import { parse, type ParsedQs } from 'qs';
import * as z from 'zod';
import { readText, readUrl } from '../http/handle.ts';
import { invalidRequest, type StripeError } from './stripe-error.ts';

/**
 * Reads the parameters of a call from the address or the body. It refuses parameters that the shape does not list.
 * @throws {StripeError} parameter_unknown, parameter_missing, parameter_invalid_…
 */
export function readParameters<Shape extends z.ZodRawShape>(
  request: Request,
  shape: Shape,
): z.output<z.ZodObject<Shape>> {
  const form = request.method === 'GET' ? readUrl(request).search.slice(1) : readText(request);
  // Plain objects, so that a parameter's name can't reach a prototype.
  const given: ParsedQs = parse(form, { plainObjects: true, arrayLimit: 100 });
  const result = z.strictObject(shape).safeParse(given, { reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  throw describeIssue(unknown ?? issues[0]!);
}

function describeIssue(issue: z.core.$ZodIssue): StripeError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
  const [first = '', ...rest] = path.map(String);
  const name = first + rest.map((part) => `[${part}]`).join('');
  switch (issue.code) {
    case 'unrecognized_keys':
      return invalidRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
    case 'invalid_type':
      return issue.input === undefined
        ? invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name)
        : invalidRequest(`Invalid ${issue.expected}: ${name}`, undefined, name);
    case 'too_small':
      return invalidRequest(
        `You passed an empty string for '${name}'.`,
        'parameter_invalid_empty',
        name,
      );
    case 'invalid_format':
      return invalidRequest(
        `Invalid integer: ${String(issue.input)}`,
        'parameter_invalid_integer',
        name,
      );
    case 'invalid_value':
      return invalidRequest(
        `Invalid ${name}: must be one of ${issue.values.map(String).join(', ')}`,
        undefined,
        name,
      );
    default:
      return invalidRequest(issue.message, undefined, name);
  }
}

/** A text. Empty ones are refused, as Stripe does for fields that can't be unset. */
export const text = z.string().min(1);

/** A whole number, not below zero. */
export const integer = text.regex(/^\d{1,15}$/).transform(Number);

/** One of a few words. */
export function oneOf<const Words extends [string, ...string[]]>(...words: Words) {
  return text.pipe(z.enum(words));
}

/** A list of texts; empty if it was not sent. */
export const list = z.array(text).default([]);

/** Keys and values of our choice. An empty value removes its key. The limits are Stripe's. */
export const metadata = z
  .preprocess((given) => (given === '' ? {} : given), z.record(z.string(), z.string()).default({}))
  .refine((entries) => Object.keys(entries).length <= 50, {
    error: 'You can only store up to 50 keys in metadata',
  })
  .refine(
    (entries) =>
      Object.entries(entries).every(([key, value]) => key.length <= 40 && value.length <= 500),
    { error: 'Metadata keys can have up to 40 and values up to 500 characters' },
  )
  .transform((entries) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')),
  );

/** From when on, in Unix seconds: `created[gte]=…`. */
export const since = z
  .strictObject({ gte: integer.optional() })
  .default({})
  .transform(({ gte = 0 }) => gte);
