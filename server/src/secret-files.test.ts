import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSecretFiles } from './secret-files.ts';
import { runProgram } from './testing/run-program.ts';
import { slowIt } from './testing/slow-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'speakifyr-secrets-'));
const file = join(folder, 'secret');
writeFileSync(file, 'from-a-file\n');
afterAll(() => rmSync(folder, { recursive: true }));

it('a secret may come from a file, without the end of its line', () => {
  const variables = { JWT_SECRET_FILE: file, SMTP_URL: 'smtp://here', PORT_FILE: file };
  readSecretFiles(variables);
  // A second look finds nothing to do.
  readSecretFiles(variables);
  expect(variables).toMatchObject({ JWT_SECRET: 'from-a-file', SMTP_URL: 'smtp://here' });
  // Only secrets do.
  expect(variables).not.toHaveProperty('PORT');
});

it('a file that is missing, and a secret that is given twice, are all named at once, and no secret is', () => {
  const both = { JWT_SECRET: 'typed', JWT_SECRET_FILE: file };
  const variables = { ...both, METRICS_TOKEN_FILE: join(folder, 'nothing') };
  const read = () => readSecretFiles(variables);
  expect(read).toThrow(/JWT_SECRET: is set, and JWT_SECRET_FILE too/);
  expect(read).toThrow(/METRICS_TOKEN_FILE: .*nothing can’t be read/);
  expect(read).not.toThrow(/typed|from-a-file/);
});

slowIt('the container and the commands read them, too', async () => {
  writeFileSync(join(folder, 'uri'), 'not-an-address');
  const env = { MONGODB_URI: '', MONGODB_URI_FILE: join(folder, 'uri') };
  const command = await runProgram('backup', ['/nowhere'], env);
  expect(command.output).toContain('MONGODB_URI must be set, and start with mongodb://');
  const missing = { ...env, MONGODB_URI_FILE: join(folder, 'nothing') };
  for (const name of ['backup', 'start-container'])
    expect((await runProgram(name, [], missing)).output, name).toContain('MONGODB_URI_FILE');
});
