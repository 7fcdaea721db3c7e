import { invalidRequest } from './stripe-error.ts';

/** A form as Stripe's SDKs write it: `metadata[cartId]=7` becomes `{ metadata: { cartId: '7' } }`. */
export interface Form {
  [name: string]: string | Form;
}

/** Turns one parameter into a value, or refuses it; gets undefined when it was not sent. */
type Reader<Value> = (given: string | Form | undefined, name: string) => Value;

/** Reads a form-encoded text. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) {
    const [, first = key, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')];
    setAtPath(form, path, value);
  }
  return form;
}

/** Without a prototype, so that no parameter's name can reach one. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

function setAtPath(form: Form, [head = '', ...tail]: string[], value: string): void {
  // `expand[]=a&expand[]=b`: each takes the next number.
  const name = head === '' ? String(Object.keys(form).length) : head;
  if (tail.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next = typeof inner === 'object' ? inner : emptyForm();
  form[name] = next;
  setAtPath(next, tail, value);
}

/**
 * Reads the parameters of a call, and refuses any that is not listed: better an error than a
 * parameter without effect.
 * @throws {StripeError} parameter_unknown, parameter_missing, parameter_invalid_…
 */
export function readParameters<Shape extends Record<string, Reader<unknown>>>(
  form: Form,
  shape: Shape,
): { [Name in keyof Shape]: ReturnType<Shape[Name]> } {
  return readNested(form, shape, (name) => name);
}

function readNested<Shape extends Record<string, Reader<unknown>>>(
  form: Form,
  shape: Shape,
  describe: (name: string) => string,
): { [Name in keyof Shape]: ReturnType<Shape[Name]> } {
  for (const name of Object.keys(form)) {
    if (Object.hasOwn(shape, name)) continue;
    const param = describe(name);
    throw invalidRequest(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  const values = Object.entries(shape).map(([name, read]) => [
    name,
    read(form[name], describe(name)),
  ]);
  return Object.fromEntries(values) as { [Name in keyof Shape]: ReturnType<Shape[Name]> };
}

/** A parameter that must be there. */
export function required<Value>(read: Reader<Value | undefined>): Reader<Value> {
  return (given, name) => {
    const value = read(given, name);
    if (value === undefined) {
      throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
    }
    return value;
  };
}

/** A text; empty ones are refused, as Stripe does where a field can't be unset. */
export const text: Reader<string | undefined> = (given, name) => {
  if (given === undefined) return undefined;
  if (typeof given === 'object') throw invalidRequest(`Invalid string: ${name}`, undefined, name);
  if (given === '') {
    throw invalidRequest(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a ` +
        `parameter; however '${name}' cannot be unset. You should remove '${name}' from your request ` +
        `or supply a non-empty value.`,
      'parameter_invalid_empty',
      name,
    );
  }
  return given;
};

/** A whole number, not below zero. */
export const integer: Reader<number | undefined> = (given, name) => {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  }
  return Number(value);
};

/** `true` or `false`. */
export const flag: Reader<boolean | undefined> = (given, name) => {
  const value = text(given, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') {
    throw invalidRequest(`Invalid boolean: ${value}`, 'parameter_invalid_boolean', name);
  }
  return value === 'true';
};

/** One of a few words. */
export function oneOf<Word extends string>(...words: Word[]): Reader<Word | undefined> {
  return (given, name) => {
    const value = text(given, name);
    const word = words.find((candidate) => candidate === value);
    if (value !== undefined && word === undefined) {
      throw invalidRequest(`Invalid ${name}: must be one of ${words.join(', ')}`, undefined, name);
    }
    return word;
  };
}

/** A list of texts. */
export const list: Reader<string[]> = (given, name) => {
  if (given === undefined) return [];
  if (typeof given === 'string') throw invalidRequest(`Invalid array`, undefined, name);
  return Object.values(given).map((item) => text(item, name) ?? '');
};

/** Stripe's limits on metadata: 50 keys of 40 characters, values of 500. */
export const metadata: Reader<Record<string, string>> = (given, name) => {
  if (given === undefined || given === '') return {};
  if (typeof given === 'string') throw invalidRequest(`Invalid object`, undefined, name);
  const entries = Object.entries(given).map(([key, value]) => {
    if (typeof value === 'object') throw invalidRequest(`Invalid string: ${key}`, undefined, name);
    if (key.length > 40 || value.length > 500) {
      throw invalidRequest(
        `Metadata keys can have up to 40 and values up to 500 characters: see ${name}[${key}]`,
        undefined,
        name,
      );
    }
    return [key, value] as const;
  });
  if (entries.length > 50) {
    throw invalidRequest('You can only store up to 50 keys in metadata', undefined, name);
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};

/** Parameters in parameters: `card[number]`. */
export function nested<Shape extends Record<string, Reader<unknown>>>(
  shape: Shape,
): Reader<{ [Name in keyof Shape]: ReturnType<Shape[Name]> } | undefined> {
  return (given, name) => {
    if (given === undefined) return undefined;
    if (typeof given === 'string') throw invalidRequest(`Invalid object`, undefined, name);
    return readNested(given, shape, (inner) => `${name}[${inner}]`);
  };
}

/**
 * A moment in Unix seconds, or from when to when: `created[gte]`.
 * @returns whether a time lies in it; every time does if it was not sent
 */
export const timeRange: Reader<(time: number) => boolean> = (given, name) => {
  if (typeof given !== 'object') {
    const at = integer(given, name);
    return (time) => at === undefined || time === at;
  }
  const shape = { gt: integer, gte: integer, lt: integer, lte: integer };
  const { gt, gte, lt, lte } = readNested(given, shape, (inner) => `${name}[${inner}]`);
  return (time) =>
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte);
};
