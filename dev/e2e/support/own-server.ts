import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stopProgram } from '../../scripts/programs.mjs';
import { CLIENT_DIR, PORTS } from './base-config.ts';
import { startServer } from './other-school.ts';

/** Starts a second server of the school, with an address of its own, that can die and come back. It has the journeys' database. */
export async function openOwnServer() {
  let onTap = () => {};
  const link = await openDatabaseLink(() => onTap());
  let port = '0';
  let program: Awaited<ReturnType<typeof startServer>>;
  const start = async (clientDir = CLIENT_DIR) => {
    const uri = `mongodb://127.0.0.1:${link.port}/speakifyr`;
    program = await startServer({ MONGODB_URI: uri, PORT: port, CLIENT_DIR: clientDir });
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

/** How a change of taps begins. https://bsonspec.org/spec.html */
const CHANGE = Buffer.from('\x02update\0\x0b\0\0\0attendance\0');
/** Only a new tap has it: a job may change older ones at any moment. */
const NEW = '$setOnInsert';

/** A line to the database. @param onTap called before a tap passes; if it throws, nothing passes anymore on its connection */
async function openDatabaseLink(onTap: () => void): Promise<{ port: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const target = Number(PORTS.mongoPort);
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy()).pipe(near);
    near.on('data', (message) => {
      try {
        if (message.includes(CHANGE) && message.includes(NEW)) onTap();
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
