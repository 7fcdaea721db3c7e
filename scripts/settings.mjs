import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './build.mjs';

/**
 * Loads `.env` into the environment, where nothing else is set already, and reads what the scripts go by.
 * @returns {{ isSandbox: boolean, port: string, sandboxPort: string, mongoPort: string, dataDir: string }}
 */
export function loadSettings() {
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  return {
    isSandbox: (process.env.SERVICES || 'sandbox') === 'sandbox',
    port: process.env.PORT || '5000',
    sandboxPort: process.env.SANDBOX_PORT || '5050',
    mongoPort: process.env.SANDBOX_MONGO_PORT || '27018',
    dataDir: resolve(ROOT, process.env.DATA_DIR || '.data'),
  };
}

/**
 * @param {{ sandboxPort: string, mongoPort: string }} settings
 * @returns {Record<string, string>} where the sandbox is, as the server's settings
 */
export function sandboxServerSettings({ sandboxPort, mongoPort }) {
  const origin = `127.0.0.1:${sandboxPort}`;
  return {
    MONGODB_URI: `mongodb://127.0.0.1:${mongoPort}/speakifyr`,
    JWT_SECRET: 'sandbox-session-secret-known-to-everybody',
    FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
    FIREBASE_JWKS_URL: `http://${origin}/jwks.json`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_speakifyr',
    STRIPE_API_URL: `http://${origin}`,
    CSP_EXTRA_ORIGINS: `http://${origin},http://localhost:${sandboxPort}`,
    SEED_DEMO_DATA: 'true',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  };
}
