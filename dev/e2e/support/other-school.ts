import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { startProgram, stopProgram } from '../../scripts/programs.mjs';
import { sandboxServerSettings } from '../../scripts/settings.mjs';
import { CLIENT_DIR, DATA_DIR, PORTS, ROOT } from './base-config.ts';

/** The address of a database beside the demo school's. */
const nameDatabase = (name: string) =>
  `mongodb://127.0.0.1:${PORTS.mongoPort}/${name}_${Date.now()}`;

/** How large a school is: see dev/bench/src/large-school.ts. */
type Size = 'small' | 'large' | 'team';

/** A school beside the demo school, with a database and a server of its own, and nothing in it. Nobody is its admin. */
export async function openEmptySchool() {
  const uri = nameDatabase('empty');
  const makeAdmin = async (email: string) => {
    const command = ['--import', 'tsx', join(ROOT, 'server/src/commands/make-admin.ts'), email];
    const env = { ...process.env, MONGODB_URI: uri };
    await promisify(execFile)(process.execPath, command, { cwd: ROOT, env });
  };
  /** `makeAdmin`: with the command that an operator runs. */
  return { ...(await startServerOn(uri, { SEED_DEMO_DATA: 'false' })), makeAdmin };
}

/** The demo school once more, with a database and a server of its own, for a journey that changes what all of it says. */
export const openDemoSchool = () => startServerOn(nameDatabase('demo'));

/** A school of this size beside the demo school, with a database and a server of its own. Its admin is the demo school's. */
export async function openSchoolOf(size: Size) {
  const uri = nameDatabase(size);
  const seed = ['--import', 'tsx', join(ROOT, 'dev/bench/src/seed-large.ts'), size];
  const env = { ...process.env, SERVICES: 'sandbox', MONGODB_URI: uri };
  await promisify(execFile)(process.execPath, seed, { cwd: ROOT, env });
  const client = new MongoClient(uri);
  const admin = await client.db('speakifyr').collection('users').findOne({ role: 'admin' });
  if (admin) await client.db().collection('users').insertOne(admin);
  await client.close();
  const startServer = () => startServerOn(uri);
  /** `startServer`: another one of the same school. */
  return { ...(await startServer()), startServer };
}

async function startServerOn(uri: string, wishes: Record<string, string> = {}) {
  const program = await startServer({
    ...{ MONGODB_URI: uri, PORT: '0', RATE_LIMIT_PER_MINUTE: '100000', ...wishes },
  });
  return {
    url: `http://localhost:${program.readyLine[1]}`,
    close: () => stopProgram(program),
  };
}

/** Starts a server beside that of the journeys, with their sandbox. @param settings other than theirs */
export function startServer({ PORT, ...settings }: { PORT: string; [name: string]: string }) {
  const usual = sandboxServerSettings({ ...PORTS, port: PORT, dataDir: DATA_DIR });
  return startProgram('Another server', [join(ROOT, 'server/dist/main.js')], {
    // The other one has the same jobs.
    env: { ...usual, CLIENT_DIR, PORT, JOB_SECONDS: '60', ...settings },
    ready: /server ready on .*:(\d+)/,
  });
}
