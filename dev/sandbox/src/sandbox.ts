import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
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
  /** Where Stripe's events are sent, and the secret they are signed with. Answers to emails go to the same server. */
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
    const mail = await createMailService(join(dataDir, 'mail'), smtpPort, auth.listLinks, {
      url: new URL('/api/inboundMail', webhook.url).href,
      key: webhook.secret,
    });
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

/** Our scripts for browsers, which stand in for Stripe.js and Firebase's popup. */
const BROWSER_SCRIPTS = ['sandbox', 'card-field', 'three-d-secure', 'google-popup'];

/** Serves `browser/<name>.ts` at `/sandbox/<name>.js`, as a minified classic script. */
async function createScriptRouter(): Promise<Router> {
  const { outputFiles } = await build({
    // The same place from our source and from a bundle in a folder beside it.
    entryPoints: BROWSER_SCRIPTS.map((name) =>
      fileURLToPath(new URL(`../src/browser/${name}.ts`, import.meta.url)),
    ),
    outdir: '.',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  const router = Router();
  for (const { path, text } of outputFiles)
    router.get(`/sandbox/${basename(path)}`, (_request, response) => {
      response
        .set({ 'Cache-Control': 'no-cache', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .type('js')
        .send(text);
    });
  return router;
}
