import { request, createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from './random.ts';
import { pause } from './waiting.ts';

/**
 * A wire between the server and what it talks to, on which each message can be seen, held up or lost. So the
 * attacks reach every step of the server without a switch in it: between two lines that matter lies a message.
 */
export type Message = {
  /** `out`: from the server; `back`: the answer. */
  direction: 'out' | 'back';
  /** MongoDB's command (`update`), or Stripe's call (`POST /v1/refunds`). */
  name: string;
  /** What a command of MongoDB is about; '' for a call of Stripe. */
  collection: string;
  /** Of a call to Stripe: its address and its form, to see whom it is about. */
  text?: string;
  /** Of a call to Stripe: equal keys want equal answers. */
  idempotencyKey?: string | undefined;
};

/**
 * What becomes of a message: it goes on; it is lost, with its connection; or, on the way out to Stripe, it is
 * carried out twice (the second answer counts), or answered by somebody in between.
 */
export type Fate = 'pass' | 'cut' | 'twice' | Reply;

export type Reply = { status: number; body: string; headers?: Record<string, string> };

export type Meddle = (message: Message) => Fate | Promise<Fate>;

export type Link = {
  port: number;
  /** From now on, this decides; without it all messages pass. */
  meddle(decide?: Meddle): void;
  /** Ends all connections that are open. */
  dropConnections(): void;
  close(): Promise<void>;
};

/** How many of all messages are held up; changes of a class always are, as what comes between them matters most. */
const HELD_UP = 0.1;

const pass: Meddle = () => 'pass';

/** Lets most messages pass at once and holds some up for long: what happens at the same moment gets into every order. */
export function holdUp(random: Random, longestMs: number): Meddle {
  return async ({ direction, name, collection }) => {
    const isChange = direction === 'out' && name === 'update' && collection === 'classes';
    if (isChange || random.chance(HELD_UP)) await pause(random.next() * longestMs);
    return 'pass' as const;
  };
}

/** Commands with which the driver looks after its connections, by itself. */
const HOUSEKEEPING = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions']);

/**
 * A wire to MongoDB. The driver's own housekeeping always passes, unless `dropConnections` ends it.
 * @param targetPort on 127.0.0.1
 */
export async function openDatabaseLink(targetPort: () => number): Promise<Link> {
  let decide = pass;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: targetPort(), host: '127.0.0.1', noDelay: true });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    /** Commands by request id, to know what an answer answers. */
    const commands = new Map<number, Command>();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('error', end).once('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    void carry(near, far, async (frame) => {
      const command = readCommand(frame);
      commands.set(frame.readInt32LE(4), command);
      return (
        HOUSEKEEPING.has(command.name) ||
        (await decide({ direction: 'out', ...command })) === 'pass'
      );
    }).finally(end);
    void carry(far, near, async (frame) => {
      const id = frame.readInt32LE(8);
      const command = commands.get(id) ?? { name: '', collection: '' };
      commands.delete(id);
      return (
        HOUSEKEEPING.has(command.name) ||
        (await decide({ direction: 'back', ...command })) === 'pass'
      );
    }).finally(end);
  });
  await listen(server);
  return createLink(server, sockets, (decideNow) => {
    decide = decideNow;
  });
}

function createLink(
  server: Server,
  sockets: Set<Socket>,
  setDecide: (decide: Meddle) => void,
): Link {
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

/** Hands whole messages on, one after the other, until one may not pass. */
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
        if (!(await mayPass(frame))) return;
        if (to.destroyed) return;
        to.write(frame);
      }
    }
  } catch {
    // The connection was ended by the other side, or by us.
  }
}

type Command = { name: string; collection: string };

/**
 * The first field of a command's document: its name is the command's, its value mostly the collection.
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
function readCommand(frame: Buffer): Command {
  const OP_MSG = 2013;
  const STRING = 2;
  if (frame.readInt32LE(12) !== OP_MSG) return { name: 'hello', collection: '' };
  // Header 16, flags 4, kind 1, length 4, type 1.
  const start = 26;
  const end = frame.indexOf(0, start);
  const value = end + 5;
  return {
    name: frame.toString('utf8', start, end),
    collection:
      frame[start - 1] === STRING ? frame.toString('utf8', value, frame.indexOf(0, value)) : '',
  };
}

/** A wire to Stripe. @param targetPort of the stand-in on 127.0.0.1 */
export async function openStripeLink(targetPort: () => number): Promise<Link> {
  let decide = pass;
  const sockets = new Set<Socket>();
  const server = createHttpServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const path = new URL(incoming.url ?? '/', 'http://stripe').pathname;
      const name = `${incoming.method} ${path.replace(/\/(pi|re|ch|pm)_[^/]+/, '/{id}')}`;
      const text = decodeURIComponent(`${incoming.url} ${body.toString()}`);
      const idempotencyKey = incoming.headers['idempotency-key']?.toString();
      const fate = await decide({ direction: 'out', name, collection: '', text, idempotencyKey });
      if (fate === 'cut') return void incoming.socket.destroy();
      if (typeof fate === 'object')
        return void response
          .writeHead(fate.status, { 'Content-Type': 'application/json', ...fate.headers })
          .end(fate.body);
      if (fate === 'twice') await forward(targetPort(), incoming, body);
      const answer = await forward(targetPort(), incoming, body);
      if (
        (await decide({ direction: 'back', name, collection: '', text, idempotencyKey })) === 'cut'
      )
        return void incoming.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      incoming.socket.destroy();
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server);
  return createLink(server, sockets, (decideNow) => {
    decide = decideNow;
  });
}

function forward(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: answer.statusCode ?? 502,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
    })
      .on('error', reject)
      .end(body);
  });
}

function listen(server: Server): Promise<void> {
  return new Promise((ready) => server.listen(0, '127.0.0.1', ready));
}
