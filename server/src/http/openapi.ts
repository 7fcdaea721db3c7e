import { listErrorCodes } from '@speakifyr/contract/call-errors.ts';
import { refundQuote } from '@speakifyr/contract/cancellation.ts';
import { contract } from '@speakifyr/contract/contract.ts';
import type { Access, Endpoint } from '@speakifyr/contract/endpoint.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { z } from 'zod';

/** The error body, contract/src/errors.ts. */
const ERROR_BODY = z.object({
  code: z.enum(Object.keys(ERRORS)),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  sit: z.int().optional(),
  quote: refundQuote.optional(),
});

const RETRY_AFTER = {
  description: 'Try again after this many seconds',
  schema: { type: 'integer' },
};

/** @returns the whole contract as an OpenAPI 3.1 document, for paths below /api */
export function createOpenApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = name.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeCall(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'SPEAKIFYR',
      version: '1.0.0',
      description: 'Summer camp classes: browse, join, pay and be enrolled.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: toJsonSchema(ERROR_BODY, 'input') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /jwt' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the school’s program' },
        provider: { type: 'http', scheme: 'bearer', description: 'The provider’s ID token' },
      },
    },
  };
}

function describeCall(name: string, endpoint: Endpoint): Record<string, unknown> {
  const { access } = endpoint;
  return {
    operationId: name.replace(/[^a-z]+(\w)?/gi, (_all, letter: string = '') =>
      letter.toUpperCase(),
    ),
    summary: endpoint.summary,
    description: describeAccess(access),
    security:
      access.who === 'visitor'
        ? []
        : access.who === 'anybody'
          ? [{}, { session: [] }]
          : [
              { [access.who === 'provider' ? 'provider' : 'session']: [] },
              ...(access.keys ? [{ key: [] }] : []),
            ],
    parameters: [
      ...describeParameters('path', endpoint.params),
      ...describeParameters('query', endpoint.query),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: toJsonContent(endpoint.body, 'input') },
    }),
    responses: {
      200: { description: 'Done', content: toContent(endpoint) },
      ...(endpoint.cached && {
        304: { description: 'Not changed since the ETag in If-None-Match' },
      }),
      ...describeErrors(endpoint),
    },
  };
}

function describeAccess({ who, own, keys }: Access): string {
  const people = {
    visitor: 'Anyone.',
    anybody: 'Anyone. A caller with a session is known.',
    provider: 'Anyone whose ID token from the provider proves that the email is theirs.',
    session: 'Any holder of a session token.',
    registered: 'Any registered user.',
    student: 'Students.',
    instructor: 'Instructors.',
    admin: 'Admins.',
  }[who];
  if (keys) return `${people} Programs with an API key for ${keys}.`;
  return own ? `${people} Own email only.` : people;
}

function describeParameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: toJsonSchema(field as z.ZodType, 'input'),
  }));
}

function describeErrors(endpoint: Endpoint): Record<number, object> {
  const codes = listErrorCodes(endpoint);
  const byStatus: Record<number, object> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const ofStatus = codes.filter((code) => ERRORS[code].status === status);
    byStatus[status] = {
      description: ofStatus.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
      ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER } }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return byStatus;
}

function toContent({ output, type }: Endpoint): object {
  return type ? { [type]: { schema: { type: 'string' } } } : toJsonContent(output, 'output');
}

function toJsonContent(schema: z.ZodType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: toJsonSchema(schema, io) } };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
