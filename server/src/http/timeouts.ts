/**
 * Time limits of a connection, in milliseconds, as `createServer` of node:http takes them. The first two stop slow
 * senders from tying up connections; Node checks for those every `connectionsCheckingInterval`, by default only every
 * 30 seconds. Most proxies close an idle connection after 60 seconds. Ours stay open longer, so that a proxy never
 * sends a request on one that we are closing. R50
 */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  /** In this time, 4 MB of a document arrive from a phone with a bad connection. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};
