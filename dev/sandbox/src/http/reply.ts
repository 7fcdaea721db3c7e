/** What goes back to the caller. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** An answer in JSON. */
export function replyJson(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** Browser code of ours. */
export function replyScript(source: string): Reply {
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: source,
  };
}

/**
 * A page of ours: it runs only our own scripts, and may be framed only by pages of this machine.
 * @param frames whether the page is meant to stand in a frame
 */
export function replyPage(html: string, status = 200, frames: 'framed' | 'alone' = 'alone'): Reply {
  const ancestors = frames === 'framed' ? 'http://localhost:* http://127.0.0.1:*' : "'none'";
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
        `connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
    },
    body: html,
  };
}
