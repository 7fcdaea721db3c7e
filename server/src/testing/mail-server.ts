import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the mail server treats incoming emails. */
export type Fault =
  | 'greets with 421'
  | 'refuses the login'
  | 'refuses the sender'
  | 'knows no such person'
  | 'is busy'
  | 'says no after the content'
  | 'is busy after the content'
  | 'hangs before the content'
  | 'hangs after the content'
  | 'cuts before the content'
  | 'cuts in the middle'
  | 'cuts after the content';

export type ReceivedMail = {
  /** The people that the mail server would deliver it to, whatever its headers say. */
  recipients: string[];
  from: string;
  email: Email;
  source: string;
};

export type MailServer = {
  url: string;
  /** What it has fully received, in order, whatever it answered. */
  mails: ReceivedMail[];
  /** How many connections there were. */
  countConnections(): number;
  /** @param fault undefined: it works */
  behave(fault?: Fault): void;
  /** Refuses connections, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** A mail server on this machine that can have faults. It accepts any login. */
export async function startMailServer(): Promise<MailServer> {
  let port = 0;
  let fault: Fault | undefined;
  let connections = 0;
  let running: SMTPServer | undefined;
  const mails: ReceivedMail[] = [];
  const sockets = new Map<number, Socket>();
  const failIf = (faulty: Fault, code: number, text: string) =>
    fault === faulty ? Object.assign(new Error(text), { responseCode: code }) : null;

  const createServer = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 1,
      onConnect(_session, done) {
        connections += 1;
        done(failIf('greets with 421', 421, '4.3.2 Closed for today'));
      },
      onAuth({ username }, _session, done) {
        const refused = failIf('refuses the login', 535, '5.7.8 Wrong user or password');
        done(refused, { user: username });
      },
      onMailFrom(_address, { remotePort }, done) {
        if (fault === 'hangs before the content') return;
        if (fault === 'cuts before the content') sockets.get(remotePort)?.destroy();
        else done(failIf('refuses the sender', 550, '5.7.60 You may not send as this address'));
      },
      onRcptTo({ address }, _session, done) {
        const unknown = failIf('knows no such person', 550, `5.1.1 No ${address} here`);
        done(unknown ?? failIf('is busy', 450, '4.2.1 Come back later'));
      },
      onData(stream, { envelope, remotePort }, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (fault === 'cuts in the middle') sockets.get(remotePort)?.destroy();
        });
        stream.once('end', async () => {
          if (fault === 'cuts in the middle') return;
          const now = fault;
          const source = Buffer.concat(chunks);
          mails.push({
            recipients: envelope.rcptTo.map(({ address }) => address),
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            email: await PostalMime.parse(source),
            source: source.toString(),
          });
          if (now === 'hangs after the content') return;
          if (now === 'cuts after the content') sockets.get(remotePort)?.destroy();
          else
            done(
              failIf('says no after the content', 554, '5.7.1 Looks like spam') ??
                failIf('is busy after the content', 451, '4.3.0 Try again'),
            );
        });
      },
    });
  const start = async () => {
    const server = createServer();
    server.on('error', () => undefined);
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    server.server.on('connection', (socket: Socket) => {
      if (socket.remotePort) sockets.set(socket.remotePort, socket);
    });
    port = (server.server.address() as AddressInfo).port;
    running = server;
  };
  await start();
  return {
    url: `smtp://school:pass-word@127.0.0.1:${port}`,
    mails,
    countConnections: () => connections,
    behave(next) {
      fault = next;
    },
    async stop() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((stopped) => running?.close(stopped));
      running = undefined;
    },
    start,
  };
}
