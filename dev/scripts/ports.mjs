import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Our ports: what is there, the setting that asks for another one, and the one that is taken without it. */
const PORTS = {
  port: { what: 'the app', variable: 'PORT', usual: 5000 },
  sandboxPort: { what: 'the inbox and the payments', variable: 'SANDBOX_PORT', usual: 5050 },
  mongoPort: { what: 'the database', variable: 'SANDBOX_MONGO_PORT', usual: 27018 },
  smtpPort: { what: 'the mail server', variable: 'SANDBOX_SMTP_PORT', usual: 2525 },
};
const ADDRESSES = ['127.0.0.1', '::1'];
const LAST_PORT = 65_535;

export const PORTS_FILE = 'ports.json';

/** @typedef {{ port: string, sandboxPort: string, mongoPort: string, smtpPort: string }} Ports */

/**
 * @param {Partial<Ports>} running those of the running sandbox
 * @returns {Ports} those of the settings, else those of the running sandbox, else the usual ones
 */
export function readPorts(running) {
  return mapPorts(
    (name, { variable, usual }) => process.env[variable] || running[name] || `${usual}`,
  );
}

/**
 * Looks for ports that are free: those that the settings ask for, else the usual ones or the next ones after them.
 * @returns {Promise<{ ports: Ports, notes: string[] }>} `notes` has a sentence for each port that is not the usual one
 * @throws {Error} one sentence if a port that a setting asks for is taken
 */
export async function choosePorts() {
  const asked = mapPorts((_name, { variable }) => process.env[variable]);
  for (const [name, port] of Object.entries(asked))
    if (port) await checkPortIsFree(port, PORTS[name].variable);
  const chosen = new Set(Object.values(asked).map(Number));
  const notes = [];
  const ports = {};
  for (const [name, { what, usual }] of Object.entries(PORTS)) {
    ports[name] = asked[name] || `${await findFreePort(usual, chosen)}`;
    chosen.add(Number(ports[name]));
    if (!asked[name] && ports[name] !== `${usual}`)
      notes.push(
        `Port ${usual} is taken by another program: ${what} will be at port ${ports[name]}.`,
      );
  }
  return { ports, notes };
}

/** Tells the commands that run beside the sandbox where it is. @param {Ports} ports */
export function writePortsFile(dataDir, ports) {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, PORTS_FILE), JSON.stringify(ports));
}

export function removePortsFile(dataDir) {
  rmSync(join(dataDir, PORTS_FILE), { force: true });
}

/** @throws {Error} one sentence if something already listens on the port */
export async function checkPortIsFree(port, variable) {
  if (await isTaken(Number(port)))
    throw new Error(`Port ${port} is taken: stop what runs there, or set ${variable} to another.`);
}

/** @returns {Partial<Ports>} those of the sandbox that runs with this data; none if none does */
export function readPortsFile(dataDir) {
  try {
    return JSON.parse(readFileSync(join(dataDir, PORTS_FILE), 'utf8'));
  } catch {
    return {};
  }
}

function mapPorts(choose) {
  return Object.fromEntries(
    Object.entries(PORTS).map(([name, port]) => [name, choose(name, port)]),
  );
}

async function findFreePort(from, chosen) {
  for (let port = from; port <= LAST_PORT; port += 1)
    if (!chosen.has(port) && !(await isTaken(port))) return port;
  throw new Error(`No port from ${from} on is free.`);
}

/** Any free ports, for tests. They are below those that this machine gives to outgoing connections. */
export async function findFreePorts(count) {
  const found = new Set();
  while (found.size < count) {
    const port = randomInt(20_000, 32_000);
    if (!(await isTaken(port))) found.add(port);
  }
  return [...found];
}

/**
 * A Mac lets us listen on 127.0.0.1 while another program has the same port for all addresses, as AirPlay has 5000. Then
 * browsers would reach that one. So we also look who answers.
 */
async function isTaken(port) {
  const answers = ADDRESSES.map(
    async (host) => (await answersAt(port, host)) || !(await canListen(port, host)),
  );
  return (await Promise.all(answers)).includes(true);
}

async function answersAt(port, host) {
  const socket = connect({ port, host });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function canListen(port, host) {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return true;
  } catch ({ code }) {
    // A machine without IPv6 has no ::1, so nobody has the port there.
    return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
  } finally {
    probe.close();
  }
}
