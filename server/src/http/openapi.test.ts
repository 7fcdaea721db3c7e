import { Validator } from '@seriousme/openapi-schema-validator';
import { contract } from '@speakifyr/contract/contract.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

it('the OpenAPI document is valid and lists every call of the contract', async () => {
  const answer = await app.http.get('/api/openapi.json');
  const document = answer.body as { paths: Record<string, Record<string, object>> };
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(calls.sort()).toEqual(Object.keys(contract).sort());
  for (const call of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    expect(call).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
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
