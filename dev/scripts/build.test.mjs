import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClient, buildCommands, ROOT } from './build.mjs';

/** As in the journeys' budget: the most script that Home may load, in bytes after gzip. */
const MOST_SCRIPT = 130_000;
const BUILD_MS = 300_000;

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'speakifyr-build-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// In `npm test`, start.test.mjs and the journeys build it for the sandbox.
it.runIf(process.env.CHECK_ALL)(
  'builds the web app for production whatever NODE_ENV says, and again for other services or another currency',
  async () => {
    const REAL = {
      NODE_ENV: 'development',
      SERVICES: 'real',
      SANDBOX_PORT: '5050',
      VITE_FIREBASE_API_KEY: 'AIza-a-real-key',
    };
    await buildClient(folder, REAL);
    const home = readPage();
    expect(home).toContain('AIza-a-real-key');
    expect(home).not.toContain('sandbox');
    const scripts = [...new Set(home.match(/\/assets\/[\w./-]+\.js(?=[" ])/g))].map((path) =>
      readFileSync(join(folder, path)),
    );
    // Only React's development build says this.
    expect(Buffer.concat(scripts).includes('Download the React DevTools')).toBe(false);
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MOST_SCRIPT);

    await buildClient(folder, { ...REAL, SERVICES: 'sandbox', SANDBOX_PORT: '6299' });
    expect(readPage()).toContain('http://localhost:6299/sandbox/sandbox.js');
    expect(readPage()).not.toContain('AIza-a-real-key');
    await buildClient(folder, { ...REAL, VITE_FIREBASE_PROJECT_ID: 'other-camp' });
    expect(readPage()).toContain('other-camp');
  },
  3 * BUILD_MS,
);

it.runIf(process.env.CHECK_ALL)(
  'bundles commands that run nothing but themselves: the container lists a missing setting once',
  async () => {
    // Within the repository, where the commands find their packages.
    const outdir = '.build/commands-test';
    await buildCommands({ outdir });
    const program = join(ROOT, outdir, 'start-container.mjs');
    const { stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env: {} });
    rmSync(join(ROOT, outdir), { recursive: true });
    expect(stderr.match(/^ +MONGODB_URI: is missing$/gm)).toHaveLength(1);
  },
  60_000,
);

function readPage() {
  return readFileSync(join(folder, 'index.html'), 'utf8');
}
