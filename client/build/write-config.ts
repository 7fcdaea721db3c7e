import type { HtmlTagDescriptor, Plugin } from 'vite';
import type { Config } from '../src/lib/config.ts';

type Environment = Record<string, string | undefined>;

/**
 * Writes the app's settings into index.html as JSON. With SERVICES=sandbox they are the sandbox's, and its script is
 * loaded before the app.
 * @param environment SERVICES, SANDBOX_PORT and the VITE_… variables of .env.example
 */
export function writeConfig(environment: Environment): Plugin {
  const isSandbox = environment['SERVICES'] === 'sandbox';
  const origin = `http://localhost:${environment['SANDBOX_PORT'] || '5050'}`;
  const config = isSandbox ? sandboxConfig(environment, origin) : realConfig(environment);
  const tags: HtmlTagDescriptor[] = [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: 'config' },
      // Nothing in it may end the script element.
      children: JSON.stringify(config).replaceAll('<', '\\u003c'),
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

function sandboxConfig(environment: Environment, origin: string): Config {
  return {
    apiUrl: environment['VITE_API_URL'] || '/api',
    stripePublishableKey: 'pk_test_sandbox',
    imageUploadUrl: `${origin}/v1_1/sandbox/image/upload`,
    imageUploadPreset: 'sandbox',
  };
}

function realConfig(environment: Environment): Config {
  const read = (name: string) => environment[`VITE_${name}`] ?? '';
  return {
    apiUrl: read('API_URL') || '/api',
    firebase: {
      apiKey: read('FIREBASE_API_KEY'),
      authDomain: read('FIREBASE_AUTH_DOMAIN'),
      projectId: read('FIREBASE_PROJECT_ID'),
      appId: read('FIREBASE_APP_ID'),
    },
    stripePublishableKey: read('STRIPE_PUBLISHABLE_KEY'),
    imageUploadUrl:
      read('IMAGE_UPLOAD_URL') ||
      `https://api.cloudinary.com/v1_1/${read('CLOUDINARY_CLOUD_NAME')}/image/upload`,
    imageUploadPreset: read('CLOUDINARY_UPLOAD_PRESET'),
  };
}
