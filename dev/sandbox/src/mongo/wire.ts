import { type Document, deserialize, serialize } from 'bson';
import { isDoc, toValue, type Value } from './values.ts';
import { DatabaseError } from './errors.ts';

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const MORE_TO_COME = 2;
/** The lower 16 flags must be known. We don't offer checksums (flag 1). */
const UNKNOWN_FLAGS = 0xffff & ~MORE_TO_COME;

export const MAX_MESSAGE_BYTES = 48_000_000;

/** The bytes are not a message. Their connection can't be used anymore. */
class MalformedMessageError extends Error {}

/** Fields of a command that don't change its answer, and may have unsupported types. */
const IGNORED_FIELDS = ['lsid', '$clusterTime', 'client', 'speculativeAuthenticate', 'compression'];

export interface Message {
  requestId: number;
  /** The form of the answer; none after an unacknowledged write. */
  answer: 'msg' | 'reply' | 'none';
  command: { [field: string]: Value };
  /** Why the command can't run, if it has unsupported values. */
  refusal?: DatabaseError;
}

/** @returns the length of the message, or undefined for too few bytes @throws {MalformedMessageError} if impossible */
export function readMessageLength(start: Buffer): number | undefined {
  if (start.length < 4) return undefined;
  const length = start.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
    throw new MalformedMessageError(`a message of ${length} bytes`);
  return length;
}

/** Reads a whole message. @throws {MalformedMessageError} */
export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  try {
    if (opCode === OP_MSG) return { requestId, ...parseMsg(bytes) };
    if (opCode === OP_QUERY) return { requestId, answer: 'reply', ...parseQuery(bytes) };
  } catch (error) {
    if (error instanceof MalformedMessageError) throw error;
    // An error of bson or Buffer about malformed bytes.
    throw new MalformedMessageError((error as Error).message);
  }
  throw new MalformedMessageError(`operation ${opCode}`);
}

function parseMsg(bytes: Buffer): Pick<Message, 'answer' | 'command' | 'refusal'> {
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  if ((flags & UNKNOWN_FLAGS) !== 0) throw new MalformedMessageError(`flags ${flags}`);
  let body: Document | undefined;
  const sequences: Document = {};
  for (let at = HEADER_BYTES + 4; at < bytes.length;) {
    const kind = bytes.readUInt8(at);
    at += 1;
    const end = at + bytes.readInt32LE(at);
    if (end > bytes.length || end <= at + 4)
      throw new MalformedMessageError('a bad section length');
    if (kind === 0 && !body) body = readDocument(bytes, at, end);
    else if (kind === 1) {
      const nameEnd = bytes.indexOf(0, at + 4);
      if (nameEnd < 0 || nameEnd >= end)
        throw new MalformedMessageError('a section without a name');
      const documents: Document[] = [];
      for (let from = nameEnd + 1; from < end;) {
        const to = from + bytes.readInt32LE(from);
        documents.push(readDocument(bytes, from, Math.min(to, end)));
        from = to;
      }
      sequences[bytes.toString('utf8', at + 4, nameEnd)] = documents;
    } else throw new MalformedMessageError(`a section of kind ${kind}`);
    at = end;
  }
  if (!body) throw new MalformedMessageError('no body');
  const answer = (flags & MORE_TO_COME) !== 0 ? 'none' : 'msg';
  return { answer, ...toCommand({ ...body, ...sequences }) };
}

/** A driver's first message has the old form. */
function parseQuery(bytes: Buffer): Pick<Message, 'command' | 'refusal'> {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4);
  const namespace = bytes.toString('utf8', HEADER_BYTES + 4, nameEnd);
  if (nameEnd < 0 || !namespace.endsWith('.$cmd')) throw new MalformedMessageError('no command');
  const at = nameEnd + 9;
  const body = readDocument(bytes, at, at + bytes.readInt32LE(at));
  return toCommand({ ...body, $db: namespace.slice(0, -'.$cmd'.length) });
}

function readDocument(bytes: Buffer, start: number, end: number): Document {
  // Keeps bson's types, so that none is mistaken for another.
  return deserialize(bytes.subarray(start, end), { promoteValues: false });
}

function toCommand(body: Document): Pick<Message, 'command' | 'refusal'> {
  const fields = Object.entries(body).filter(([field]) => !IGNORED_FIELDS.includes(field));
  try {
    const command = toValue(Object.fromEntries(fields), '');
    if (!isDoc(command)) throw new MalformedMessageError('a body that is not a document');
    return { command };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { command: {}, refusal: error };
  }
}

/** @param answer fields without a value are left out */
export function encodeAnswer(message: Message, answer: Document): Buffer {
  const body = serialize(answer);
  const isMsg = message.answer === 'msg';
  const head = Buffer.alloc(HEADER_BYTES + (isMsg ? 5 : 20));
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(message.requestId, 8);
  head.writeInt32LE(isMsg ? OP_MSG : OP_REPLY, 12);
  // The last number of a reply is the count of documents.
  if (!isMsg) head.writeInt32LE(1, HEADER_BYTES + 16);
  return Buffer.concat([head, body]);
}
