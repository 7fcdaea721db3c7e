import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { ROOT } from './build.mjs';
import { readPorts, readPortsFile } from './ports.mjs';

/**
 * Loads `.env` into the environment, where nothing else is set already, and returns what the scripts need.
 * @returns {{ isSandbox: boolean, port: string, sandboxPort: string, mongoPort: string, smtpPort: string,
 *   dataDir: string }}
 */
export function loadSettings() {
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
  const isSandbox = (process.env.SERVICES || 'sandbox') === 'sandbox';
  return { isSandbox, dataDir, ...readPorts(isSandbox ? readPortsFile(dataDir) : {}) };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * Everybody who reaches the sandbox's school can be its admin, so only this machine may.
 * @param {Record<string, string | undefined>} environment
 * @throws {Error} one sentence if other machines could reach it and nobody has allowed that
 */
export function checkSandboxHost(environment) {
  const host = environment.HOST || '127.0.0.1';
  if (LOOPBACK.test(host) || environment.ALLOW_SANDBOX_ON_NETWORK === 'true') return;
  throw new Error(
    `HOST=${host} would open the sandbox to other machines, and anyone can be admin in it. Set HOST=127.0.0.1, ` +
      'or ALLOW_SANDBOX_ON_NETWORK=true if you want that.',
  );
}

/**
 * @param {{ port: string, sandboxPort: string, mongoPort: string, smtpPort: string, dataDir: string }} settings
 * @returns {Record<string, string>} where the sandbox is, and its secrets, as the server's settings
 */
export function sandboxServerSettings({ port, sandboxPort, mongoPort, smtpPort, dataDir }) {
  const origin = `127.0.0.1:${sandboxPort}`;
  const secrets = readSecrets(dataDir);
  return {
    MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}/speakifyr`,
    ...secrets,
    FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
    FIREBASE_JWKS_URL: `http://${origin}/jwks.json`,
    FIREBASE_API_KEY: 'sandbox-api-key',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_API_URL: `http://${origin}`,
    IDENTITY_TOOLKIT_URL: `http://${origin}/identitytoolkit.googleapis.com`,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'hello@speakifyr.test',
    // The sandbox signs answers to emails with the secret that it has anyway.
    INBOUND_MAIL_DOMAIN: 'reply.speakifyr.test',
    INBOUND_MAIL_KEY: secrets.STRIPE_WEBHOOK_SECRET,
    // Nobody who tries the school waits for five minutes.
    CHANGE_MAIL_MINUTES: process.env.CHANGE_MAIL_MINUTES || '0.1',
    IMAGE_ORIGINS: `http://${origin},http://localhost:${sandboxPort}`,
    CSP_EXTRA_ORIGINS: `http://${origin},http://localhost:${sandboxPort}`,
    // To try how a school begins.
    SEED_DEMO_DATA: process.env.EMPTY_SCHOOL === 'true' ? 'false' : 'true',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };
}

/**
 * @param {{ sandboxPort: string }} settings
 * @returns {Record<string, string>} where the sandbox is, as the web app's settings; its page gets them from Vite
 */
export function sandboxWebSettings({ sandboxPort }) {
  return {
    VITE_FIREBASE_API_KEY: 'sandbox-api-key',
    VITE_FIREBASE_AUTH_DOMAIN: 'localhost',
    VITE_FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
    VITE_FIREBASE_APP_ID: 'sandbox',
    VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    VITE_CLOUDINARY_CLOUD_NAME: 'sandbox',
    VITE_CLOUDINARY_UPLOAD_PRESET: 'sandbox',
    VITE_IMAGE_UPLOAD_URL: `http://127.0.0.1:${sandboxPort}/v1_1/sandbox/image/upload`,
  };
}

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
