import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WEB_VARIABLES } from '@speakifyr/contract/web-settings.ts';
import { ENVIRONMENT_VARIABLES } from '../environment.ts';
import { describe, expect, test } from 'vitest';
import { listSettingsProblems } from './list-settings-problems.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Only our own programs and tests set these. */
const INTERNAL = [
  'BUILT_FROM',
  'CHECK_ALL',
  'CHROME_PATH',
  'CLIENT_OUT_DIR',
  'HOSTNAME',
  'SANDBOX_WEBHOOK_URL',
  'TMPDIR',
];

/** Each setting in .env.example, with its value and the comment above it. */
const example = readExample();

describe('.env.example', () => {
  test('has every setting of the server, web app, scripts, sandbox and containers, and no others', () => {
    const known = [...ENVIRONMENT_VARIABLES, ...WEB_VARIABLES, ...listReadByPrograms()];
    const wanted = new Set(known.filter((name) => !INTERNAL.includes(name)));
    expect([...example.keys()].sort()).toEqual([...wanted].sort());
  });

  test('explains each setting in the line above it', () => {
    for (const [name, { comment }] of example)
      expect(comment, `the line above ${name}`).toMatch(/^# \S.{8,}/);
  });

  test('is refused as it is: all missing settings and known secrets are named at once', () => {
    const values = Object.fromEntries([...example].map(([name, { value }]) => [name, value]));
    const problems = listSettingsProblems(values);
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
      'FIREBASE_API_KEY',
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

describe('settings that don’t fit together', () => {
  test('are reported: a live key with a test key, and two different projects', () => {
    const problems = listSettingsProblems({
      STRIPE_SECRET_KEY: 'sk_test_x',
      VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      FIREBASE_PROJECT_ID: 'camp',
      VITE_FIREBASE_PROJECT_ID: 'harbour',
    });
    expect(problems).toContain('VITE_FIREBASE_PROJECT_ID: must be the same as FIREBASE_PROJECT_ID');
    expect(problems).toContain(
      'VITE_STRIPE_PUBLISHABLE_KEY: is a live key, but STRIPE_SECRET_KEY is a test key',
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

/** The names that programs read from the environment directly, and that compose.yaml reads from .env. */
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
