import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that a test can slow down or break. */
export type TcpLink = {
  port: number;
  /** @returns how many answers are currently delayed, except those to the driver's handshakes */
  underWay(): number;
  /** Delays each answer. */
  delayAnswers(milliseconds: number): void;
  /** Lets the next request with this text through, then drops its answer and the connection. */
  loseAnswerTo(text: string): Promise<void>;
  /** Closes all connections and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Opens a proxy to a port on this machine. */
export async function openTcpLink(targetPort: number): Promise<TcpLink> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let delay = 0;
  let keptBack = 0;
  let losing: { text: string; lost: () => void } | undefined;

  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(targetPort, '127.0.0.1');
    let lose: (() => void) | undefined;
    let isGreeting = false;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (data) => {
      isGreeting = data.includes('helloOk');
      if (losing && data.includes(losing.text)) {
        lose = losing.lost;
        losing = undefined;
      }
      far.write(data);
    });
    far.on('data', (data) => {
      if (lose) {
        near.destroy();
        return lose();
      }
      if (delay === 0) return near.write(data);
      const counted = isGreeting ? 0 : 1;
      keptBack += counted;
      setTimeout(() => {
        keptBack -= counted;
        near.write(data);
      }, delay).unref();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    underWay: () => keptBack,
    delayAnswers(milliseconds) {
      delay = milliseconds;
    },
    loseAnswerTo: (text) => new Promise((lost) => (losing = { text, lost })),
    cut,
    restore() {
      isCut = false;
    },
    async close() {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
