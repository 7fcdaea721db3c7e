import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkPortIsFree, PORTS_FILE, readPortsFile } from './ports.mjs';
import { loadSettings, SECRETS_FILE } from './settings.mjs';

/** Empties the sandbox: the next start begins with a fresh school. */
const { dataDir } = loadSettings();
// While it runs, it would write its data again.
const { port } = readPortsFile(dataDir);
if (port)
  await checkPortIsFree(port, 'PORT').catch(() => {
    console.error(`The sandbox runs at port ${port}: stop it first.`);
    process.exit(1);
  });
for (const part of ['mongo', 'auth', 'mail', 'stripe', 'images', SECRETS_FILE, PORTS_FILE])
  rmSync(join(dataDir, part), { recursive: true, force: true });
console.log(`The sandbox in ${dataDir} is empty.`);
