const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Whether a `Host` header names this machine: anything else is a page that rebound its DNS name. */
export function isLocalHost(host: string | undefined): host is string {
  return host !== undefined && LOCAL_HOST.test(host);
}

/** Whether an origin (`http://localhost:5173`) is a page served from this machine. */
export function isLocalOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && /^https?:\/\//.test(origin) && isLocalHost(origin.split('//')[1]);
}
