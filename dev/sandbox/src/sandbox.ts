import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { createAuthService } from './auth/auth.routes.ts';
import { createApp, listenLocally } from './http/app.ts';
import { createImageRouter } from './images/images.routes.ts';
import { createMailService } from './mail/mail-service.ts';
import { createStripeService } from './stripe/stripe.routes.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** Where emails arrive over SMTP. 0 takes any free port. */
  smtpPort: number;
  /** The folder for all data; each stand-in has its own folder in it. */
  dataDir: string;
  /** Where Stripe's events are sent, and the secret they are signed with. */
  webhook: { url: string; secret: string };
  /** Called with each line that a developer should see. */
  log: (line: string) => void;
}

export interface Sandbox {
  port: number;
  smtpPort: number;
  /** Finishes running requests, then frees the folders and the ports. */
  close(): Promise<void>;
}

/**
 * Starts the stand-ins for Firebase Authentication, Stripe and Cloudinary on one local port, and a mail server
 * on another.
 * @throws when a port is taken, or a folder can't be used or is in use
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, smtpPort, dataDir, webhook, log } = options;
  mkdirSync(dataDir, { recursive: true });
  const closers: (() => Promise<void>)[] = [];
  async function close() {
    for (const closeOne of closers.reverse()) await closeOne();
  }
  try {
    const auth = await createAuthService(join(dataDir, 'auth'), log);
    closers.push(auth.close);
    const stripe = await createStripeService(join(dataDir, 'stripe'), webhook, log);
    closers.push(stripe.close);
    const mail = await createMailService(join(dataDir, 'mail'), smtpPort, auth.listLinks);
    closers.push(mail.close);
    const uploads = [createImageRouter(join(dataDir, 'images'))];
    const routers = [await createScriptRouter(), auth.router, mail.router, stripe.router];
    const server = await listenLocally(port, createApp({ uploads, routers }, log));
    closers.push(server.close);
    return { port: server.port, smtpPort: mail.smtpPort, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The scripts that stand in for Stripe.js and Firebase's popup in browsers. */
async function createScriptRouter(): Promise<Router> {
  const scripts = await loadBrowserScripts();
  const router = Router();
  for (const name of BROWSER_SCRIPTS)
    router.get(`/sandbox/${name}.js`, (_request, response) => {
      response
        .set({ 'Cache-Control': 'no-cache', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .type('js')
        .send(scripts[name]);
    });
  return router;
}

/** Our scripts for browsers, by name: `browser/<name>.ts` is served at `/sandbox/<name>.js`. */
export const BROWSER_SCRIPTS = ['sandbox', 'card-field', 'three-d-secure', 'google-popup'] as const;

export type BrowserScript = (typeof BROWSER_SCRIPTS)[number];

/**
 * Loads the scripts from `browser/*.js` beside this file, or bundles them now if they were not built. They are
 * minified classic scripts (IIFE) for ES2022.
 */
async function loadBrowserScripts(): Promise<Record<BrowserScript, string>> {
  const entries = await Promise.all(
    BROWSER_SCRIPTS.map(async (name) => {
      const built = fileURLToPath(new URL(`./browser/${name}.js`, import.meta.url));
      const script = existsSync(built) ? await readFile(built, 'utf8') : await bundleScript(name);
      return [name, script] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<BrowserScript, string>;
}

async function bundleScript(name: BrowserScript): Promise<string> {
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}
