import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClass, buildEnrolledSeat, proveSignIn } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { slowIt } from '../testing/slow-tests.ts';

/** The program of docs/api.md, with types that are generated from the running server's document. */
type Program = {
  listFreeClasses: (api: string) => Promise<{ first: { name: string }[]; total: number }>;
  listSeats: (api: string, email: string, idToken: string) => Promise<{ entry_code: string }[]>;
};

const app = useTestApp();
const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const EXAMPLE = /```ts\n([\s\S]*?)```/.exec(read('docs/api.md'))?.[1] ?? '';

/** Inside the repository, so that its packages are found. */
let folder: string;
beforeAll(async () => {
  const build = fileURLToPath(new URL('../../.build/', import.meta.url));
  mkdirSync(build, { recursive: true });
  folder = mkdtempSync(join(build, 'api-client-'));
  const document = (await app.http.get('/api/openapi.json')).body as Parameters<
    typeof openapiTS
  >[0];
  write('school.d.ts', astToString(await openapiTS(document)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
};

/** @returns what the compiler says about each file */
function check(files: Record<string, string>): Record<string, string[]> {
  const paths = Object.entries(files).map(([name, text]) => write(`${name}.ts`, text));
  const program = ts.createProgram(paths, OPTIONS);
  return Object.fromEntries(
    Object.keys(files).map((name, at) => [
      name,
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(paths[at]!))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  );
}

// Rules: R510.
slowIt('the program of docs/api.md has the right types, and wrong ones are found', () => {
  const { example, ...wrong } = check({
    example: EXAMPLE,
    otherPath: EXAMPLE.replace("'/classes'", "'/courses'"),
    otherField: `${EXAMPLE}\nexport const wrong = (seat: Seat): number => seat.entry_code;`,
    otherSort: EXAMPLE.replace("'camp_start'", "'color'"),
    missingEmail: EXAMPLE.replace('{ email }, headers: proof', '{}, headers: proof'),
  });
  expect(example).toEqual([]);
  for (const [name, messages] of Object.entries(wrong))
    expect([name, messages]).not.toEqual([name, []]);
});

it('a visitor lists classes, and a parent signs in and reads their own seats', async () => {
  const { listFreeClasses, listSeats } = (await import(write('run.ts', EXAMPLE))) as Program;
  const api = `${app.url}/api`;
  const campClass = await buildClass(app, { name: 'Kites', sit: 3 });
  await buildClass(app, { name: 'Full', sit: 0 });
  const { student } = await buildEnrolledSeat(app, campClass);
  expect(await listFreeClasses(api)).toMatchObject({ first: [{ name: 'Kites' }], total: 1 });
  const idToken = await proveSignIn(student);
  const seats = await listSeats(api, student.email, idToken);
  expect(seats).toMatchObject([{ entry_code: `${campClass.course_tag}-101` }]);
  await expect(listSeats(api, 'other@example.test', idToken)).rejects.toThrow('not_signed_in');
});
