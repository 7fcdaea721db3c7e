import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram, stopProgram } from '../../scripts/programs.mjs';
import { sandboxServerSettings } from '../../scripts/settings.mjs';
import { CLIENT_DIR, DATA_DIR, ROOT } from './base-config.ts';

/** Starts a second server of the school, with an address of its own, that can die and come back. It has the journeys' database. */
export async function openOwnServer() {
  let onTap = () => {};
  const link = await openDatabaseLink(() => onTap());
  let port = '0';
  let program: Awaited<ReturnType<typeof startProgram>>;
  const start = async (clientDir = CLIENT_DIR) => {
    const settings = sandboxServerSettings({
      port,
      sandboxPort: process.env.E2E_SANDBOX_PORT ?? '5150',
      mongoPort: link.port,
      smtpPort: process.env.E2E_SMTP_PORT ?? '2625',
      dataDir: DATA_DIR,
    });
    program = await startProgram('Another server', [join(ROOT, 'server/dist/main.js')], {
      // The other server has the same jobs.
      env: { ...settings, PORT: port, CLIENT_DIR: clientDir, JOB_SECONDS: '60' },
      ready: /server ready on .*:(\d+)/,
    });
    port = program.readyLine[1] ?? port;
  };
  const kill = async () => {
    const { child } = program;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `http://localhost:${port}`,
    /** kill -9 */
    kill,
    start,
    /** Kills it as soon as it has recorded so many taps, in the middle of a request. @returns when it is dead */
    killAfterTaps(count: number) {
      let written = 0;
      return new Promise<void>((tell) => {
        onTap = () => {
          written += 1;
          if (written <= count) return;
          onTap = () => {};
          void kill().then(tell);
          throw new Error('This tap is not recorded');
        };
      });
    },
    async close() {
      await stopProgram(program);
      link.close();
    },
  };
}

/** How the command begins with which the server records a tap. https://bsonspec.org/spec.html */
const TAP = Buffer.from('\x02update\0\x0b\0\0\0attendance\0');

/** A line to the database. @param onTap called before a tap passes; if it throws, nothing passes anymore on its connection */
async function openDatabaseLink(onTap: () => void): Promise<{ port: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const target = Number(process.env.E2E_MONGO_PORT ?? '27118');
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy()).pipe(near);
    near.on('data', (message) => {
      try {
        if (message.includes(TAP)) onTap();
        far.write(message);
      } catch {
        near.destroy();
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: String((server.address() as AddressInfo).port),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** In the names of the files of the newer version. */
export const NEWER = '.newer.';

/**
 * Makes a newer version of the web app: the same one, with other names for its scripts and styles.
 * @returns its folder
 */
export async function makeNewerVersion(): Promise<string> {
  const folder = `${CLIENT_DIR}-newer`;
  await rm(folder, { recursive: true, force: true });
  await cp(CLIENT_DIR, folder, { recursive: true });
  const names = await readdir(folder, { recursive: true });
  const renamed = new Map(
    names
      .filter((name) => /^assets[/\\][^/\\]+\.(js|css)$/.test(name))
      .map((name) => name.slice('assets/'.length))
      .map((name) => [name, name.replace(/\.(\w+)$/, `${NEWER}$1`)]),
  );
  for (const name of names) {
    const path = join(folder, name);
    if (/\.(br|gz|map)$/.test(name)) await rm(path);
    else if (/\.(js|css|html|json)$/.test(name)) {
      const text = await readFile(path, 'utf8');
      const own = renamed.get(name.slice('assets/'.length));
      if (own) await rm(path);
      await writeFile(
        own ? join(folder, 'assets', own) : path,
        text.replace(/[\w.-]+\.(?:js|css)\b/g, (found) => renamed.get(found) ?? found),
      );
    }
  }
  return folder;
}
