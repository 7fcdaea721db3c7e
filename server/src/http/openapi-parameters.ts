import { isDeepStrictEqual } from 'node:util';
import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import * as z from 'zod';
import { writePath } from './openapi-names.ts';

const PARTS = { path: 'params', query: 'query' } as const;

type Call = { parameters?: object[] };
type Parameter = { name: string; in: keyof typeof PARTS };

/** The schema of each parameter of a call, by the call, the part and the field. */
export function listParameterSchemas(call: string, endpoint: Endpoint): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.values(PARTS).flatMap((part) =>
      Object.entries(endpoint[part]?.shape ?? {}).map(([field, schema]) => [
        `${call} ${part} ${field}`,
        schema as z.ZodType,
      ]),
    ),
  );
}

/**
 * Describes the parameters of all calls. One that several calls have alike is written once, for
 * `components/parameters`.
 * @param schemas JSON schemas by the keys of `listParameterSchemas`
 * @returns what is shared, and the parameters of each call
 */
export function describeParameters(schemas: Record<string, object>): {
  shared: Record<string, Parameter>;
  ofCall: (call: string) => { parameters?: object[] };
} {
  const calls = new Map(
    Object.entries<Endpoint>(contract).map(([call, endpoint]) => [
      call,
      listParameters(call, endpoint, schemas),
    ]),
  );
  const counts = new Map<string, number>();
  for (const parameter of [...calls.values()].flat()) {
    const text = JSON.stringify(parameter);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  for (const [text, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(text) as Parameter;
    if (count === 1 || parameter.name in shared) continue;
    shared[parameter.name] = parameter;
    names.set(text, parameter.name);
  }
  const refer = (parameter: Parameter) => {
    const name = names.get(JSON.stringify(parameter));
    return name ? { $ref: `#/components/parameters/${name}` } : parameter;
  };
  return {
    shared,
    ofCall: (call) => {
      const parameters = calls.get(call) ?? [];
      return parameters.length > 0 ? { parameters: parameters.map(refer) } : {};
    },
  };
}

/**
 * Parameters that several calls of a path all have alike are the path's.
 * @param calls the calls of a path by their method
 * @returns the path item
 */
export function shareParameters(calls: Record<string, Call>): Record<string, unknown> {
  const [first, ...others] = Object.values(calls);
  const isOfAll = (parameter: object) =>
    others.every(({ parameters = [] }) => includes(parameters, parameter));
  const shared = first?.parameters?.filter(isOfAll) ?? [];
  if (others.length === 0 || shared.length === 0) return calls;
  const rest = Object.entries(calls).map(([method, { parameters = [], ...call }]) => {
    const own = parameters.filter((parameter) => !includes(shared, parameter));
    return [method, { ...call, ...(own.length > 0 && { parameters: own }) }];
  });
  return { parameters: shared, ...Object.fromEntries(rest) };
}

function includes(parameters: object[], parameter: object): boolean {
  return parameters.some((other) => isDeepStrictEqual(other, parameter));
}

function listParameters(
  call: string,
  endpoint: Endpoint,
  schemas: Record<string, object>,
): Parameter[] {
  const names = new Map(
    [...writePath(call).matchAll(/\{(\w+)\}/g)].map(([, name], at) => [
      call.match(/:\w+/g)?.[at]?.slice(1),
      name,
    ]),
  );
  return (['path', 'query'] as const).flatMap((place) => {
    const part = PARTS[place];
    return Object.entries(endpoint[part]?.shape ?? {}).map(([field, schema]) => {
      const { description, ...json } = schemas[`${call} ${part} ${field}`] as {
        description?: string;
      };
      const name = (place === 'path' && names.get(field)) || field;
      return {
        name,
        in: place,
        ...(name === field ? description && { description } : { description: `Here: ${field}` }),
        ...((place === 'path' || !z.safeParse(schema, undefined).success) && { required: true }),
        schema: json,
      };
    });
  });
}
