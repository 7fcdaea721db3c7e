import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProblems } from '../environment.ts';
import { listSettingsProblems } from './list-settings-problems.ts';
import { readSecretFiles } from '../secret-files.ts';
import { fillInSettings } from './fill-in-settings.ts';

/**
 * What the container runs. One image serves any school: its web app was built without settings and gets them here. The
 * result goes to the temporary folder, because everything else is read-only.
 */
try {
  readSecretFiles(process.env);
  const problems = listSettingsProblems(process.env);
  if (problems.length > 0) throw new Error(describeProblems(problems));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const builtApp = process.env['CLIENT_DIR'];
if (builtApp) {
  const folder = await mkdtemp(join(tmpdir(), 'web-'));
  await fillInSettings(builtApp, folder, process.env);
  process.env['CLIENT_DIR'] = folder;
}
await import('../main.ts');
