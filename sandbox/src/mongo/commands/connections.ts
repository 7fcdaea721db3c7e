import { MAX_DOCUMENT_BYTES } from '../values.ts';
import { MAX_MESSAGE_BYTES } from '../wire.ts';
import type { Command } from './command.ts';

/** MongoDB 7.0, whose behaviour we follow. */
const WIRE_VERSION = 21;
const VERSION = [7, 0, 0, 0];

const HELLO_FIELDS = [
  'helloOk',
  'loadBalanced',
  'topologyVersion',
  'maxAwaitTimeMS',
  'saslSupportedMechs',
  'backpressure',
];

/** A server on its own. Without `topologyVersion` a driver polls, and does not wait for changes that never come. */
function greet() {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
  };
}

export const CONNECTION_COMMANDS: Record<string, Command> = {
  hello: { fields: ['hello', ...HELLO_FIELDS], run: greet },
  ismaster: { fields: ['ismaster', ...HELLO_FIELDS], run: greet },
  isMaster: { fields: ['isMaster', ...HELLO_FIELDS], run: greet },
  ping: { fields: ['ping'], run: () => ({}) },
  endSessions: { fields: ['endSessions'], run: () => ({}) },
  buildInfo: {
    fields: ['buildInfo'],
    run: () => ({
      version: VERSION.slice(0, 3).join('.'),
      versionArray: VERSION,
      modules: ['speakifyr-sandbox'],
      maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    }),
  },
};
