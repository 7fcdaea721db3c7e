import type { HtmlTagDescriptor, Plugin } from 'vite';
// By its path: Vite reads its own configuration without looking into workspaces.
import {
  formatSettings,
  readWebSettings,
  type WebSettings,
} from '../../contract/src/web-settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * Writes the app's settings into index.html as JSON. With SERVICES=sandbox they are the sandbox's, and its script is
 * loaded before the app.
 * @param environment SERVICES, SANDBOX_PORT and the VITE_… variables of .env.example
 */
export function writeConfig(environment: Environment): Plugin {
  const isSandbox = environment['SERVICES'] === 'sandbox';
  const origin = `http://localhost:${environment['SANDBOX_PORT'] || '5050'}`;
  const config = isSandbox ? sandboxConfig(environment, origin) : readWebSettings(environment);
  const tags: HtmlTagDescriptor[] = [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: 'config' },
      children: formatSettings(config),
      injectTo: 'head',
    },
  ];
  // Deferred scripts run in their order, the app's module among them.
  if (isSandbox) {
    const attrs = { src: `${origin}/sandbox/sandbox.js`, defer: true };
    tags.push({ tag: 'script', attrs, injectTo: 'head-prepend' });
  }
  return { name: 'write-config', transformIndexHtml: () => tags };
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
