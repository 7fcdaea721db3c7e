import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The shop of the browser tests, served at its own address. */
export interface ShopServer {
  /** `http://localhost:…`: another site than the sandbox's 127.0.0.1, which is the harder case. */
  address: string;
  stop(): Promise<void>;
}

/** Bundles and serves the shop, under a security policy as strict as the app's. */
export async function serveShop(sandbox: string): Promise<ShopServer> {
  const bundled = await build({
    entryPoints: [fileURLToPath(new URL('./shop-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const script = bundled.outputFiles[0]?.text ?? '';
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <script src="${sandbox}/sandbox/sandbox.js"></script><script src="/shop.js" defer></script></head>
    <body><div id="root"></div></body></html>`;
  const policy =
    `default-src 'none'; script-src 'self' ${sandbox}; connect-src ${sandbox}; frame-src ${sandbox}; ` +
    `img-src data: ${sandbox}; style-src 'self' 'unsafe-inline'`;

  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
