import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';

/** After each call that may have changed something, the mailer looks at once what people must hear of. */
export function ringMailBell({ mailBell }: Pick<Services, 'mailBell'>): RequestHandler {
  return ({ method }, response, next) => {
    if (method !== 'GET') response.once('close', () => mailBell.emit('ring'));
    next();
  };
}
