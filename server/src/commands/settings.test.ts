import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WEB_VARIABLES } from '@speakifyr/contract/web-settings.ts';
import { ENVIRONMENT_VARIABLES } from '../environment.ts';
import { describe, expect, test } from 'vitest';
import { listSettingsProblems } from './check-settings.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Set by our own programs for each other, or by who tests: nobody's settings. */
const INTERNAL = [
  'CHROME_PATH',
  'CLIENT_OUT_DIR',
  'HOSTNAME',
  'SANDBOX_MONGO_TTL_SECONDS',
  'SANDBOX_WEBHOOK_URL',
];

/** The settings of .env.example, with the comment above each and the value that it has there. */
const example = readExample();

describe('.env.example', () => {
  test('has every setting of server, web app, scripts, sandbox and containers, and no other', () => {
    const known = [...ENVIRONMENT_VARIABLES, ...WEB_VARIABLES, ...listReadByPrograms()];
    const wanted = new Set(known.filter((name) => !INTERNAL.includes(name)));
    expect([...example.keys()].sort()).toEqual([...wanted].sort());
  });

  test('says of each what it is, in a line', () => {
    for (const [name, { comment }] of example)
      expect(comment, `the line above ${name}`).toMatch(/^# \S.{8,}/);
  });

  test('is refused as it stands: everything that is missing is named at once, and known secrets too', () => {
    const values = Object.fromEntries([...example].map(([name, { value }]) => [name, value]));
    const problems = listSettingsProblems(values);
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'FIREBASE_PROJECT_ID',
      'JWT_SECRET',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'VITE_CLOUDINARY_CLOUD_NAME',
      'VITE_CLOUDINARY_UPLOAD_PRESET',
      'VITE_FIREBASE_API_KEY',
      'VITE_FIREBASE_APP_ID',
      'VITE_FIREBASE_AUTH_DOMAIN',
      'VITE_FIREBASE_PROJECT_ID',
      'VITE_STRIPE_PUBLISHABLE_KEY',
    ]);
  });
});

describe('The settings together', () => {
  test('a live key beside a test key, and two projects, are seen', () => {
    const problems = listSettingsProblems({
      STRIPE_SECRET_KEY: 'sk_test_x',
      VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      FIREBASE_PROJECT_ID: 'camp',
      VITE_FIREBASE_PROJECT_ID: 'harbour',
    });
    expect(problems).toContain('VITE_FIREBASE_PROJECT_ID: must be the same as FIREBASE_PROJECT_ID');
    expect(problems).toContain(
      'VITE_STRIPE_PUBLISHABLE_KEY: is a live key, and STRIPE_SECRET_KEY a test key',
    );
  });
});

function readExample() {
  const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');
  const settings = new Map<string, { value: string; comment: string }>();
  for (const [index, line] of lines.entries()) {
    const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name) settings.set(name, { value, comment: lines[index - 1] ?? '' });
  }
  return settings;
}

/** The names that programs read from the environment by themselves, and compose.yaml from .env. */
function listReadByPrograms(): string[] {
  const files = [
    ...[
      'dev/scripts',
      'client/build',
      'server/src/commands',
      'server/src/commands/doctor',
      'dev/sandbox/src',
      'dev/sandbox/src/mongo',
    ].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name))
        .map((name) => join(folder, name)),
    ),
    'client/vite.config.ts',
    'compose.yaml',
  ];
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = [
      ...text.matchAll(/\b(?:process\.env|environment|settings)(?:\.|\[')([A-Z][A-Z_]+)/g),
      ...(file === 'compose.yaml' ? text.matchAll(/\$\{([A-Z_]+)/g) : []),
    ].map(([, name = '']) => name);
    const destructured = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(
      ([, list = '']) => [...list.matchAll(/(?:^|,)\s*([A-Z_]+)/g)].map(([, name = '']) => name),
    );
    return [...names, ...destructured];
  });
}
