import { TimeoutError } from 'p-timeout';
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
  // A connection could not be opened, broke or timed out, or its pool was cleared.
  MongoNetworkError,
  // No server was found.
  MongoSystemError,
  MongoOperationTimeoutError,
  // Written on one machine, but not yet confirmed by others.
  MongoWriteConcernError,
  // We are stopping.
  MongoClientClosedError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
];

/** The driver doesn't export these errors. */
const OUTAGE_NAMES = ['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'];

/**
 * MongoDB's codes for temporary failures: the server steps down, starts, stops, or is out of time or disk space.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
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
 * Whether an error means that the database is temporarily unavailable, while the request itself was fine. A write with
 * such an error may or may not have been done, so don't repeat it blindly.
 */
export function isDatabaseOutage(error: unknown): boolean {
  // The driver passes on the socket's own error if the connection is lost right before a write.
  if (error instanceof Error && 'code' in error && SOCKET_CODES.has(error.code)) return true;
  // Our own time limit.
  if (error instanceof TimeoutError) return true;
  // The driver wraps whatever stops a bulk write in this error.
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
