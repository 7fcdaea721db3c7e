import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { pause } from '../waiting.ts';

/**
 * What the mail server does with an email. `not now` and `never`: answers 4xx or 5xx to its recipient. `full`: answers
 * 4xx after the content. `dies`: ends the connection in the middle of the content. `cut`: takes the email, but ends the
 * connection before it says so. A number: takes it after so many milliseconds.
 */
export type Treatment = 'take' | 'not now' | 'never' | 'full' | 'dies' | 'cut' | number;

/** An email that was taken. */
type Taken = { messageId: string; to: string[]; raw: Buffer };

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** A mail server that fails in every way, and remembers all emails that it took. */
export async function openMailServer() {
  const taken: Taken[] = [];
  const counts: Record<string, number> = {};
  let treat: (address: string) => Treatment = () => 'take';
  let mode: 'open' | 'busy' | 'away' = 'open';
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
  /** By the client's port, which names the session too. */
  const sockets = new Map<number, Socket>();
  /** How the emails that are under way will be treated, by the session's id. */
  const treatments = new Map<string, Treatment>();

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      if (mode !== 'busy') return done();
      count('busy');
      done(answer(421, 'Too many connections'));
    },
    onRcptTo({ address }, { id }, done) {
      const treatment = treat(address);
      treatments.set(id, treatment);
      count(typeof treatment === 'number' ? 'slow' : treatment);
      if (treatment === 'not now') done(answer(451, 'Greylisted, please try again later'));
      else if (treatment === 'never') done(answer(550, 'There is no such mailbox'));
      else done();
    },
    onData(stream, { id, envelope, remotePort }, done) {
      const treatment = treatments.get(id);
      const hangUp = () => sockets.get(remotePort)?.destroy();
      if (treatment === 'dies') return void stream.once('data', hangUp);
      async function read(): Promise<void> {
        const raw = await buffer(stream);
        if (treatment === 'full') return done(answer(452, 'The mailbox is full'));
        const messageId = /^Message-ID: <(.+)>\r?$/im.exec(raw.toString())?.[1] ?? '';
        taken.push({ messageId, raw, to: envelope.rcptTo.map(({ address }) => address) });
        if (typeof treatment === 'number') await pause(treatment);
        if (treatment === 'cut') return void hangUp();
        done();
      }
      read().catch(() => undefined); // The client hung up.
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    if (mode === 'away') {
      count('away');
      return void socket.destroy();
    }
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    /** How often it did what. */
    counts,
    /** Decides from now on how an email to an address is treated. */
    treat: (decide: typeof treat) => void (treat = decide),
    /** `busy`: answers every connection with 421. `away`: ends every connection before a word. */
    setMode(wanted: typeof mode): void {
      mode = wanted;
      if (mode === 'away') for (const socket of sockets.values()) socket.destroy();
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
