import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './build.mjs';

/** Empties the sandbox: the next start begins with a fresh school. */
if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
for (const part of ['mongo', 'auth', 'stripe', 'images'])
  rmSync(join(dataDir, part), { recursive: true, force: true });
console.log(`The sandbox in ${dataDir} is empty.`);
