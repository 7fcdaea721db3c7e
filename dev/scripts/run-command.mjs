import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { startProgram, stopProgram } from './programs.mjs';
import { loadSettings, sandboxServerSettings, sandboxWebSettings } from './settings.mjs';

/**
 * `node dev/scripts/run-command.mjs NAME …` runs server/src/commands/NAME.ts, or the program with this path, with the
 * settings of `.env`, or with the sandbox's. With `--database` before the name, the sandbox's database is started for it if it does not run.
 */
const args = process.argv.slice(2);
const needsDatabase = args[0] === '--database' && Boolean(args.shift());
const [name, ...rest] = args;
const settings = loadSettings();
const FROM_SOURCE = ['--import', 'tsx'];

let database;
try {
  if (settings.isSandbox && needsDatabase) database = await startDatabase();
  process.exitCode = await run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (database) await stopProgram(database);
}

/** @returns the sandbox's database, or undefined when it runs already */
async function startDatabase() {
  const program = join(ROOT, 'dev/sandbox/src/mongo/main.ts');
  try {
    // Only its lock says for sure that it runs: at its port may be another program.
    const started = await startProgram('The sandbox database', [...FROM_SOURCE, program], {
      env: { DATA_DIR: settings.dataDir, SANDBOX_MONGO_PORT: '0' },
      ready: /sandbox database ready on 127\.0\.0\.1:(\d+)/,
    });
    settings.mongoPort = started.readyLine[1];
    return started;
  } catch (error) {
    if (error.message.includes('in use by another process')) return undefined;
    throw error;
  }
}

/** @returns {Promise<number>} the command's exit code */
function run() {
  const program = join(ROOT, name.endsWith('.ts') ? name : `server/src/commands/${name}.ts`);
  const child = spawn(process.execPath, [...FROM_SOURCE, program, ...rest], {
    env: {
      ...process.env,
      ...(settings.isSandbox && sandboxServerSettings(settings)),
      ...(settings.isSandbox && sandboxWebSettings(settings)),
    },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
