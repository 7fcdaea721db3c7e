import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SECRETS_FILE = 'secrets.json';

/**
 * Reads the sandbox's secrets from its data folder. The first call makes them, in a file that only its owner can read.
 * @param {string} dataDir
 * @returns {{ JWT_SECRET: string, STRIPE_WEBHOOK_SECRET: string }}
 */
export function readSecrets(dataDir) {
  const file = join(dataDir, SECRETS_FILE);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify(makeSecrets()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function makeSecrets() {
  return {
    JWT_SECRET: randomBytes(48).toString('base64url'),
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  };
}
