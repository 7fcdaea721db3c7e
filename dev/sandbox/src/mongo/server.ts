import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Document } from 'bson';
import { runCommand } from './commands/run-command.ts';
import type { Database } from './database.ts';
import { DatabaseError } from './errors.ts';
import { encodeAnswer, type Message, parseMessage, readMessageLength } from './wire.ts';

/**
 * Listens on 127.0.0.1 for MongoDB's drivers.
 * @param port 0 takes any free port
 * @param onDiskFailure called when a change can't be written; the process must end, because memory and disk differ
 * @throws the socket's error, usually `EADDRINUSE`
 */
export async function startServer(
  database: Database,
  port: number,
  onDiskFailure: (error: Error) => void,
) {
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // Bad input ends only its own connection.
    serve(socket, answer, () => isClosing).catch(() => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  function answer(message: Message): Promise<Document> {
    const running = execute(message);
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  }

  async function execute(message: Message): Promise<Document> {
    const result = tryCommand(database, message);
    const { find, $db } = message.command;
    const namespace = typeof find === 'string' ? `${String($db)}.${find}` : undefined;
    try {
      // An answer must not contain changes that could still be lost. A find reads one collection only.
      await database.flush(namespace);
    } catch (error) {
      onDiskFailure(error as Error);
      throw error;
    }
    return result;
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Finishes running commands and ends all connections. */
    async close(): Promise<void> {
      isClosing = true;
      const closed = once(server, 'close');
      server.close();
      await Promise.allSettled(underWay);
      for (const socket of sockets) socket.end(() => socket.destroy());
      await closed;
    },
  };
}

/** Answers one message after the other. It reads the next one after the answer. */
async function serve(
  socket: Socket,
  answer: (message: Message) => Promise<Document>,
  isClosing: () => boolean,
): Promise<void> {
  let chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    for (;;) {
      if (received >= 4 && (chunks[0]?.length ?? 0) < 4) chunks = [Buffer.concat(chunks)];
      const length = chunks[0] && readMessageLength(chunks[0]);
      if (length === undefined || received < length) break;
      if (isClosing()) return;
      const bytes = Buffer.concat(chunks);
      chunks = [bytes.subarray(length)];
      received -= length;
      const message = parseMessage(bytes.subarray(0, length));
      const document = await answer(message);
      if (message.answer === 'none') continue;
      if (!socket.write(encodeAnswer(message, document)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  }
  socket.end();
}

function tryCommand(database: Database, { command, refusal }: Message): Document {
  try {
    if (refusal) throw refusal;
    return { ...runCommand(database, command), ok: 1 };
  } catch (error) {
    if (error instanceof DatabaseError) {
      const { code, codeName, message, details } = error;
      return { ok: 0, errmsg: message, code, codeName, ...details };
    }
    console.error('The sandbox database could not run a command:', error);
    return {
      ok: 0,
      errmsg: `internal error: ${String(error)}`,
      code: 1,
      codeName: 'InternalError',
    };
  }
}
