// By its path: Vite reads its own configuration without looking into workspaces.
import { FIRST_SCHOOL } from '../../contract/src/school.ts';
import { pickPublic, readWebSettings, type WebSettings } from '../../contract/src/web-settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * The settings that the build writes into every page. A server draws the pages again with its own.
 * @param environment SERVICES, SANDBOX_PORT, and the VITE_… variables of .env.example.
 *   SERVICES=sandbox means the sandbox's settings, and its script before the app's.
 */
export function readSettings(environment: Environment) {
  const school = pickPublic(FIRST_SCHOOL);
  if (environment['SERVICES'] !== 'sandbox')
    return { settings: { ...readWebSettings(environment), school } };
  const origin = `http://localhost:${environment['SANDBOX_PORT'] || '5050'}`;
  return {
    settings: { ...sandboxConfig(environment, origin), school },
    scriptBefore: `${origin}/sandbox/sandbox.js`,
  };
}

function sandboxConfig(environment: Environment, origin: string): WebSettings {
  return {
    apiUrl: environment['VITE_API_URL'] || '/api',
    stripePublishableKey: 'pk_test_sandbox',
    imageUploadUrl: `${origin}/v1_1/sandbox/image/upload`,
    imageUploadCloud: 'sandbox',
    imageUploadPreset: 'sandbox',
  };
}
