import { Validator } from '@seriousme/openapi-schema-validator';
import { contract } from '@speakifyr/contract/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the OpenAPI document is a valid one, and has every call', async () => {
  const answer = await fetch(`${app.url}/api/openapi.json`);
  const document = (await answer.json()) as { paths: Record<string, Record<string, object>> };
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

it('is shown as a page that runs our own scripts only', async () => {
  const page = await fetch(`${app.url}/api/docs`);
  expect(page.url).toBe(`${app.url}/api/docs/`);
  expect(await page.text()).toContain('swagger-ui-bundle.js');
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js'])
    expect((await fetch(`${app.url}/api/docs/${file}`)).status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
});
