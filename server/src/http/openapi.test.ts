import { readdirSync, readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { contract } from '@speakifyr/contract/contract.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';
import { writePath } from './openapi-names.ts';

const app = useTestApp();
const CONTRACT = new URL('../../../contract/src/', import.meta.url);
const TYPE_OF_SCHEMA = /^export type (\w+) = z\.output<typeof \w+>;/gm;

type Call = { tags: string[]; summary: string; description: string } & {
  responses: Record<string, { headers?: object }>;
};
type Document = {
  paths: Record<string, Record<string, Call> & { parameters?: unknown }>;
  tags: { name: string }[];
  components: { schemas: Record<string, object> };
};

async function readDocument(): Promise<Document> {
  return (await app.http.get('/api/openapi.json')).body as Document;
}

const describeCall = ({ paths }: Document, name: keyof typeof contract): Call => {
  const [method = ''] = name.split(' ');
  return paths[writePath(name)]![method.toLowerCase()]!;
};

/** Each method with its call, without the parameters that all of them have. */
const listCalls = ({ parameters: _ofAll, ...calls }: Document['paths'][string]) =>
  Object.entries(calls);

// Rules: R45, R510.
it('the OpenAPI document is valid and has every call of the contract', async () => {
  const document = await readDocument();
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    listCalls(item).map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const expected = Object.keys(contract).map((name) => name.replace(/\/.*/, writePath(name)));
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

it('the OpenAPI document has nothing that Redocly’s linter recommends against', async () => {
  const { text: source } = await app.http.get('/api/openapi.json');
  const config = await createConfig({
    extends: ['recommended'],
    // How any call refuses stands under `default`, and its own codes in its description.
    // Method and path name a call: an `operationId` would say the same once more.
    rules: { 'operation-4xx-response': 'off', 'operation-operationId': 'off' },
  });
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

it('calls whose paths differ only in a parameter’s name share one path', async () => {
  const { paths } = await readDocument();
  expect(Object.keys(paths['/waiting/{classIdOrWaitId}']!)).toEqual(['post', 'delete']);
  expect(Object.keys(paths['/userList/admin/{emailOrId}']!)).toEqual(['get', 'patch', 'delete']);
});

it('each call belongs to a subject', async () => {
  const document = await readDocument();
  const calls = Object.values(document.paths)
    .flatMap(listCalls)
    .map(([, call]) => call);
  const subjects = document.tags.map(({ name }) => name);
  expect(new Set(calls.flatMap(({ tags }) => tags))).toEqual(new Set(subjects));
});

it.each([
  ['GET /classes', 'Anyone.'],
  ['GET /myEnrolledClass', 'Students. Own email only.'],
  ['GET /search', 'Office.'],
  ['GET /months', 'Admins.'],
  ['PATCH /userList/admin/:id', 'Directors: not_a_student, email_not_verified.'],
] as const)('%s says who may call it: %s', async (name, description) => {
  expect(describeCall(await readDocument(), name).description).toBe(description);
});

it('a list with pages says that X-Total-Count is there, another answer does not', async () => {
  const document = await readDocument();
  const { responses } = describeCall(document, 'GET /classes');
  expect(responses[200]?.headers).toHaveProperty('X-Total-Count');
  expect(describeCall(document, 'GET /popularclass').responses[200]).not.toHaveProperty('headers');
});

it('the document has each schema once, under the name of its type in the contract', async () => {
  const { text } = await app.http.get('/api/openapi.json');
  // It had 787 kB when each call had its own copy of everything.
  expect(Buffer.byteLength(text)).toBeLessThan(250_000);
  const { schemas } = (JSON.parse(text) as Document).components;
  const types = readdirSync(CONTRACT).flatMap((file) =>
    [...readFileSync(new URL(file, CONTRACT), 'utf8').matchAll(TYPE_OF_SCHEMA)].map(
      ([, name = '']) => name,
    ),
  );
  expect(types.length).toBeGreaterThan(100);
  // One is only in a file for people, the other in no answer.
  expect(types.filter((name) => !(name in schemas))).toEqual(['OwnLeaveAlone', 'School']);
});

it('a file for people names what it has, and says no more', async () => {
  const { schemas } = (await readDocument()).components;
  expect(schemas.OwnData).toMatchObject({
    properties: { profile: {}, payments: { type: 'array' } },
  });
});

it('what calls and schemas have alike is written once', async () => {
  const { paths, components } = await readDocument();
  const { get, post, parameters } = paths['/families/{id}/merge']!;
  expect(parameters).toEqual([{ $ref: '#/components/parameters/id' }]);
  expect(post).not.toHaveProperty('parameters');
  expect(get).toMatchObject({ parameters: [{ name: 'into', in: 'query' }] });
  expect(components.schemas).toMatchObject({
    EnrolledPerson: { allOf: [{ $ref: '#/components/schemas/RosterPerson' }] },
    CreditNote: { properties: { takesBack: { type: ['integer', 'null'], minimum: 1 } } },
    CertificateFacts: { properties: { result: { enum: ['clear', 'not_clear', null] } } },
    ListedMail: { properties: { sentAt: { $ref: '#/components/schemas/MomentOrNull' } } },
    MomentOrNull: { anyOf: [{ $ref: '#/components/schemas/Moment' }, { type: 'null' }] },
  });
  expect(components.schemas.MoneySum).toEqual({
    properties: expect.any(Object) as object,
    required: ['currency', 'charged', 'returned', 'kept'],
  });
});

it('the OpenAPI document has a strong ETag and is not sent again to a browser that has it', async () => {
  const first = await app.http.get('/api/openapi.json');
  expect(first.headers['content-type']).toMatch(/^application\/json/);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]{43}-gzip"$/);
  const again = await app.http.get('/api/openapi.json').set('If-None-Match', etag);
  expect([again.status, again.text]).toEqual([304, '']);
});

it('the API docs are one page, which has no rights of our origin and can’t be framed', async () => {
  const page = await app.http.get('/api/docs').redirects(1);
  expect(page.redirects).toEqual([`${app.url}/api/docs/`]);
  expect(page.text).toContain('SwaggerUIBundle');
  expect(page.text).toContain('"/myclass"');
  const policy = page.headers['content-security-policy']?.split('; ');
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(page.headers['x-frame-options']).toBe('DENY');
});

it('no path of the API answers with a script, which injected HTML could run on our pages', async () => {
  const { text } = await app.http.get('/api/docs/');
  expect(text).not.toMatch(/<script[^>]*\ssrc=/i);
  for (const file of ['swagger-ui-bundle.js', 'swagger-initializer.js', 'index.html', 'start.js'])
    await app.http.get(`/api/docs/${file}`).expect(404);
});
