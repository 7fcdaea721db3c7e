import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Random } from './random.ts';
import { pause } from './waiting.ts';

/** A message between the server and a service. Attacks can see, delay or lose each one. */
export type Message = {
  /** `out`: from the server; `back`: the answer. */
  direction: 'out' | 'back';
  /** MongoDB's command (`update`), or Stripe's call (`POST /v1/refunds`). */
  name: string;
  /** The collection that a MongoDB command is about; '' for a call to Stripe. */
  collection: string;
  /** Whether the mailer looks for something that people must hear of. It does so at any moment. */
  isOfMailer?: boolean;
};

/** What happens to a message. `pass`: it arrives. `cut`: it is lost with its connection. */
export type Fate = 'pass' | 'cut';

export type Meddle = (message: Message) => Fate | Promise<Fate>;

export type Link = {
  port: number;
  /** Lets a function decide about each message from now on; without one, all messages pass. */
  meddle(decide?: Meddle): void;
  /** Ends all open connections. */
  dropConnections(): void;
  close(): Promise<void>;
};

/** The share of messages that is delayed. Changes of a class always are: what comes in between matters most. */
const DELAYED = 0.1;

/** Delays some messages, so that things that happen at the same moment arrive in every order. */
export function holdUp(random: Random, longestMs: number): Meddle {
  return async ({ direction, name, collection }) => {
    const isChange = direction === 'out' && name === 'update' && collection === 'classes';
    if (isChange || random.chance(DELAYED)) await pause(random.next() * longestMs);
    return 'pass' as const;
  };
}

const pass: Meddle = () => 'pass';

/** Commands that the driver sends by itself to check its connections. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions']);

/** A line to MongoDB. The driver's own checks always pass, unless `dropConnections` ends them. */
export async function openDatabaseLink(targetPort: number): Promise<Link> {
  let decide = pass;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.once('error', end).once('close', end);
    /** Commands by request id, to know what an answer belongs to. */
    const commands = new Map<number, Command>();
    const mayPass = async (direction: Message['direction'], command: Command) =>
      HOUSEKEEPING.has(command.name) || (await decide({ direction, ...command })) === 'pass';
    void carry(near, far, (frame) => {
      const command = readCommand(frame);
      commands.set(frame.readInt32LE(4), command);
      return mayPass('out', command);
    }).finally(end);
    void carry(far, near, (frame) => {
      const id = frame.readInt32LE(8);
      const command = commands.get(id) ?? { name: '', collection: '' };
      commands.delete(id);
      return mayPass('back', command);
    }).finally(end);
  });
  return openLink(server, (wanted) => (decide = wanted));
}

/** Passes whole messages on, one after the other, until one may not pass. */
async function carry(
  from: Socket,
  to: Socket,
  mayPass: (frame: Buffer) => Promise<boolean>,
): Promise<void> {
  let waiting = Buffer.alloc(0);
  try {
    for await (const chunk of from) {
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
        const frame = waiting.subarray(0, waiting.readInt32LE(0));
        waiting = waiting.subarray(frame.length);
        if (!(await mayPass(frame)) || to.destroyed) return;
        to.write(frame);
      }
    }
  } catch {
    // The other side, or we, ended the connection.
  }
}

type Command = Pick<Message, 'name' | 'collection' | 'isOfMailer'>;

/**
 * The first field of a command's document: its name is the command, and its value is usually the collection.
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
function readCommand(frame: Buffer): Command {
  const OP_MSG = 2013;
  const STRING = 2;
  if (frame.readInt32LE(12) !== OP_MSG) return { name: 'hello', collection: '' };
  // Header 16 bytes, flags 4, kind 1, length 4, type 1.
  const start = 26;
  const end = frame.indexOf(0, start);
  const value = end + 5;
  const name = frame.toString('utf8', start, end);
  return {
    name,
    // It begins with the relay of the events.
    isOfMailer: name === 'find' && (frame.includes('mailDue') || frame.includes('events.at')),
    collection:
      frame[start - 1] === STRING ? frame.toString('utf8', value, frame.indexOf(0, value)) : '',
  };
}

/** A line to Stripe. @param targetPort of the stand-in on 127.0.0.1 */
export async function openStripeLink(targetPort: number): Promise<Link> {
  let decide = pass;
  const server = createHttpServer(async (incoming, response) => {
    try {
      const { method = '', url = '/', headers } = incoming;
      const body = await buffer(incoming);
      const { pathname } = new URL(url, 'http://stripe');
      const name = `${method} ${pathname.replace(/\/(pi|re|ch|pm)_[^/]+/, '/{id}')}`;
      const isLost = async (direction: Message['direction']) =>
        (await decide({ direction, name, collection: '' })) === 'cut';
      if (await isLost('out')) return void incoming.socket.destroy();
      const answer = await fetch(`http://127.0.0.1:${targetPort}${url}`, {
        method,
        headers: keepOwnHeaders(headers),
        ...(method !== 'GET' && { body }),
      });
      const text = await answer.text();
      if (await isLost('back')) return void incoming.socket.destroy();
      response.writeHead(answer.status, keepOwnHeaders(Object.fromEntries(answer.headers)));
      response.end(text);
    } catch {
      incoming.socket.destroy();
    }
  });
  return openLink(server, (wanted) => (decide = wanted));
}

/** Headers without those that belong to one connection only. */
function keepOwnHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];
  const own = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
  return Object.fromEntries(own) as Record<string, string>;
}

async function openLink(server: Server, setDecide: (decide: Meddle) => void): Promise<Link> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    meddle: (decide = pass) => setDecide(decide),
    dropConnections,
    async close() {
      dropConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
