import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkSandboxHost, sandboxServerSettings } from './settings.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'speakifyr-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('each data folder has its own secrets, which stay the same and only its owner can read', () => {
  const read = (name) => {
    const { JWT_SECRET, STRIPE_WEBHOOK_SECRET } = sandboxServerSettings({
      sandboxPort: '1',
      mongoPort: '2',
      smtpPort: '3',
      dataDir: join(folder, name),
    });
    return [JWT_SECRET, STRIPE_WEBHOOK_SECRET];
  };
  const first = read('first');
  expect(first).toEqual([
    expect.stringMatching(/^.{64}$/),
    expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
  ]);
  expect(read('first')).toEqual(first);
  const second = read('second');
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
  expect(statSync(join(folder, 'first/secrets.json')).mode & 0o777).toBe(0o600);
});

it('other machines reach the sandbox only if that is explicitly allowed', () => {
  for (const HOST of [undefined, '', 'localhost', '127.0.0.1', '127.1.2.3', '::1'])
    expect(() => checkSandboxHost({ HOST }), HOST).not.toThrow();
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'localhost.example', '127.0.0.1.example'])
    for (const ALLOW_SANDBOX_ON_NETWORK of [undefined, 'false', '1'])
      expect(() => checkSandboxHost({ HOST, ALLOW_SANDBOX_ON_NETWORK }), HOST).toThrow(
        `HOST=${HOST} would open the sandbox`,
      );
  expect(() =>
    checkSandboxHost({ HOST: '0.0.0.0', ALLOW_SANDBOX_ON_NETWORK: 'true' }),
  ).not.toThrow();
});
