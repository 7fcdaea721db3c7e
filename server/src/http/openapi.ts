import { attendedDay } from '@speakifyr/contract/attendance.ts';
import { refundQuote } from '@speakifyr/contract/cancellation.ts';
import { heldSeat } from '@speakifyr/contract/cart.ts';
import { guardedChild, healthAnswer, knownChild } from '@speakifyr/contract/children.ts';
import { changedFacts, classFacts, classForm } from '@speakifyr/contract/classes.ts';
import { contract, subjects } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { codeTerms, discountTerms } from '@speakifyr/contract/discounts.ts';
import { personOfDay } from '@speakifyr/contract/emergency-list.ts';
import { done, whenItMeets } from '@speakifyr/contract/fields.ts';
import { registeredUser } from '@speakifyr/contract/identity.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { extraKind } from '@speakifyr/contract/extras.ts';
import { whatMoves } from '@speakifyr/contract/merging.ts';
import { classMessage } from '@speakifyr/contract/mail.ts';
import { officeClass, participant, schoolClass } from '@speakifyr/contract/office.ts';
import { namedPaper } from '@speakifyr/contract/papers.ts';
import { moneySum } from '@speakifyr/contract/months.ts';
import { boughtSeat, paper } from '@speakifyr/contract/payments.ts';
import { refund } from '@speakifyr/contract/refunds.ts';
import { sentRecord } from '@speakifyr/contract/safety.ts';
import { teamPerson } from '@speakifyr/contract/team.ts';
import { waitingEntry } from '@speakifyr/contract/waiting.ts';
import * as z from 'zod';
import { VERSION } from '../version.ts';
import { describeCaller, describeSecurity, REFUSED } from './openapi-access.ts';
import { writePath } from './openapi-names.ts';
import { describeParameters, listParameterSchemas, shareParameters } from './openapi-parameters.ts';
import { convertSchemas } from './openapi-schemas.ts';

/** The error body, contract/src/errors.ts. */
const ERROR_BODY = z
  .object({
    code: z.enum(Object.keys(ERRORS)),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    sit: z.int().optional(),
    quote: refundQuote.optional(),
  })
  .meta({ id: 'Error' });

/** No call has these alone, but several extend them. */
const SENT_BASES = {
  changedFacts,
  classForm,
  classMessage,
  sentRecord,
  discountTerms,
  codeTerms,
};
const ANSWERED_BASES = {
  classFacts,
  schoolClass,
  officeClass,
  participant,
  heldSeat,
  waitingEntry,
  refund,
  paper,
  boughtSeat,
  moneySum,
  registeredUser,
  knownChild,
  guardedChild,
  healthAnswer,
  attendedDay,
  whenItMeets,
  whatMoves,
  extraKind,
  namedPaper,
  personOfDay,
  teamPerson,
};

const ABOUT = [
  'Summer camp classes: browse, join, pay and be enrolled.',
  'Each call says who may make it and, after a colon, the codes of its own with which it refuses. Admins are directors, the office’s people and accountants; ‘Office’ is the first two. Students are parents, and staff who have children or seats here. An accountant counts as a student; ‘Any user’ leaves them out, ‘Any account’ does not.',
  'A list with `page` and `size` has the header X-Total-Count. A minus before `sort` reverses it. `version`, `amount` and `refund` in a body are what the caller was shown. An error has a `code` for programs and a `message` for people. A code without a number has the status 409.',
].join('\n\n');

const HEADERS = {
  Total: {
    description: 'How many entries the list has in all, whatever the page',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Try again after this many seconds. With 429 and 503',
    schema: { type: 'integer' },
  },
};

/** The answer of a call that only says it succeeded. */
const DONE = {
  description: 'OK',
  content: toJson({ $ref: '#/components/schemas/Done' }),
};

/**
 * The whole contract as an OpenAPI 3.1 document, for paths below /api. What many calls have alike is written once, in
 * `components`: schemas with an id in the contract, parameters, and how a call refuses. R510
 */
export function createOpenApiDocument(): Record<string, unknown> {
  const calls = Object.entries<Endpoint>(contract);
  const { inputs, outputs, named } = convertSchemas(
    Object.assign({ ...SENT_BASES }, ...calls.map(listInputs)) as Record<string, z.ZodType>,
    {
      ...ANSWERED_BASES,
      error: ERROR_BODY,
      ...Object.fromEntries(calls.map(([name, { output }]) => [name, output])),
    },
  );
  const parameters = describeParameters(inputs);
  const paths: Record<string, Record<string, { parameters?: object[] }>> = {};
  for (const [subject, { calls: ofSubject }] of Object.entries(subjects))
    for (const [name, endpoint] of Object.entries<Endpoint>(ofSubject)) {
      const path = writePath(name);
      const [method = ''] = name.split(' ');
      const call = {
        tags: [subject],
        summary: endpoint.summary,
        description: describeCaller(endpoint),
        ...describeSecurity(endpoint.access),
        ...parameters.ofCall(name),
        ...(endpoint.body && {
          requestBody: {
            ...(!endpoint.body.safeParse({}).success && { required: true }),
            content: toJson(inputs[keyOfBody(name)]),
          },
        }),
        responses: describeAnswers(endpoint, outputs[name]),
      };
      paths[path] = { ...paths[path], [method.toLowerCase()]: call };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Summer camp',
      version: VERSION,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    tags: Object.entries(subjects).map(([name, { about }]) => ({ name, description: about })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, ofPath]) => [path, shareParameters(ofPath)]),
    ),
    components: {
      schemas: named,
      parameters: parameters.shared,
      responses: { OK: DONE, Error: REFUSED },
      headers: HEADERS,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /jwt' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key of the school’s program' },
        provider: { type: 'http', scheme: 'bearer', description: 'The provider’s ID token' },
      },
    },
  };
}

/** The schemas of what callers send, by a key for each. */
function listInputs([name, endpoint]: [string, Endpoint]): Record<string, z.ZodType> {
  return {
    ...listParameterSchemas(name, endpoint),
    ...(endpoint.body && { [keyOfBody(name)]: endpoint.body }),
  };
}

function keyOfBody(call: string): string {
  return `${call} body`;
}

function describeAnswers(endpoint: Endpoint, schema: object | undefined): Record<string, object> {
  const { cached, output } = endpoint;
  return {
    200: output === done ? { $ref: '#/components/responses/OK' } : describeAnswer(endpoint, schema),
    ...(cached && { 304: { description: 'Not changed since If-None-Match' } }),
    default: { $ref: '#/components/responses/Error' },
  };
}

function describeAnswer({ type, query }: Endpoint, schema: object | undefined): object {
  const isPaged = query && 'page' in query.shape;
  const total = { [TOTAL_COUNT_HEADER]: { $ref: '#/components/headers/Total' } };
  return {
    description: 'OK',
    ...(isPaged && { headers: total }),
    content: type ? { [type]: { schema: { type: 'string' } } } : toJson(schema),
  };
}

function toJson(schema: object | undefined): object {
  return { 'application/json': { schema } };
}
