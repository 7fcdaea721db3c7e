import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';

const OUTAGES = [
  // Connections that could not be had, broke or timed out; cleared pools among them.
  MongoNetworkError,
  // No server to be found.
  MongoSystemError,
  MongoOperationTimeoutError,
  // Done on one machine and not yet safe on others.
  MongoWriteConcernError,
  // We are stopping.
  MongoClientClosedError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
];

/** The driver has these errors and does not export them. */
const OUTAGE_NAMES = ['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'];

/**
 * What a server says when it can't do now what it can do later: it steps down, starts, stops, is out of time or out
 * of disk. https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const OUTAGE_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031,
]);

/** https://nodejs.org/api/errors.html#common-system-errors */
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNABORTED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * Whether an error means that the database is away for a while, and nothing is wrong with what was asked. A write
 * that ended so may have been done or not: it must not be repeated blindly.
 */
export function isDatabaseOutage(error: unknown): boolean {
  // The driver lets the error of a socket through that was lost right before it wrote.
  if (error instanceof Error && 'code' in error && SOCKET_CODES.has(error.code)) return true;
  // A time limit of our own (within-time.ts).
  if (error instanceof DOMException && error.name === 'TimeoutError') return true;
  // Whatever ends a command of many updates is wrapped into this one.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isDatabaseOutage(error.errorResponse);
  if (!(error instanceof MongoError)) return false;
  return (
    OUTAGES.some((kind) => error instanceof kind) ||
    OUTAGE_NAMES.includes(error.name) ||
    error.hasErrorLabel('RetryableWriteError') ||
    (error instanceof MongoServerError && OUTAGE_CODES.has(error.code))
  );
}
