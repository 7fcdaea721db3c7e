import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PORTS_FILE } from './ports.mjs';
import { loadSettings, SECRETS_FILE } from './settings.mjs';

/** Empties the sandbox: the next start begins with a fresh school. */
const { dataDir } = loadSettings();
for (const part of ['mongo', 'auth', 'mail', 'stripe', 'images', SECRETS_FILE, PORTS_FILE])
  rmSync(join(dataDir, part), { recursive: true, force: true });
console.log(`The sandbox in ${dataDir} is empty.`);
