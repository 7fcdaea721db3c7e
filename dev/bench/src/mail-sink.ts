import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every email and keeps none. In a process of its own, so that it costs ours no time. */
const sink = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume().once('end', () => done());
  },
});
sink.on('error', () => undefined);
sink.listen(0, '127.0.0.1', () => {
  const { port } = sink.server.address() as AddressInfo;
  console.log(`mail sink ready on 127.0.0.1:${port}`);
});
for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit(0));
