import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthService } from './auth/auth.routes.ts';
import { BROWSER_SCRIPTS, loadBrowserScripts } from './browser-scripts.ts';
import { listenLocally } from './http/listen.ts';
import { replyScript } from './http/reply.ts';
import { createListener, type Service } from './http/router.ts';
import { createImageService } from './images/images.routes.ts';
import { createStripeService } from './stripe/stripe.routes.ts';

export interface SandboxOptions {
  /** 0 takes any free one. */
  port: number;
  /** Where the state lies; each stand-in has a folder in it. */
  dataDir: string;
  /** Where Stripe's events go, and the secret that they are signed with. */
  webhook: { url: string; secret: string };
  /** Gets a line for what a developer should know. */
  log: (line: string) => void;
}

export interface Sandbox {
  port: number;
  /** Finishes what is under way, and gives the folders and the port back. */
  close(): Promise<void>;
}

/**
 * Starts the stand-ins for Firebase Authentication, Stripe and Cloudinary on one port of this machine.
 * @throws when the port is taken, or a folder can't be used or is in use
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, dataDir, webhook, log } = options;
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
    const images = createImageService(join(dataDir, 'images'));
    const scripts = await createScriptService();
    const server = await listenLocally(port, createListener([scripts, auth, stripe, images], log));
    closers.push(server.close);
    return { port: server.port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createScriptService(): Promise<Service> {
  const scripts = await loadBrowserScripts();
  return {
    routes: BROWSER_SCRIPTS.map((name) => ({
      method: 'GET',
      path: `/sandbox/${name}.js`,
      handle: () => replyScript(scripts[name]),
    })),
    describeError: () => undefined,
    settle: () => Promise.resolve(),
  };
}
