import { JWT_SECRET, type School, STRIPE_KEY, WEBHOOK_SECRET } from '../school.ts';
import { signEvent } from '../webhooks.ts';

/** A payload with a signature that does not match it, is not Stripe's, or is too old. */
export type ForgedEvent = { kind: string; payload: string; signature: string };

/** Stripe's own libraries accept five minutes. https://docs.stripe.com/webhooks#replay-attacks */
const TOO_OLD_MS = 6 * 60_000;

/** @param payload a genuine event */
export function forgeEvents(school: School, payload: string): ForgedEvent[] {
  const now = school.now();
  const right = signEvent(payload, now);
  const [time = '', mark = ''] = right.split(',');
  const event = JSON.parse(payload) as object;
  const spaced = JSON.stringify(event, null, 2);
  const turned = JSON.stringify(Object.fromEntries(Object.entries(event).reverse()));
  const changed = JSON.stringify({ ...event, type: 'payment_intent.processing' });
  const forge = (kind: string, signature: string, bytes = payload): ForgedEvent => ({
    kind,
    payload: bytes,
    signature,
  });
  return [
    forge('no signature', ''),
    forge('nonsense as signature', 'x'),
    forge('no time in the signature', mark),
    forge('no signature at the time', time),
    forge('another time than was signed', `t=${Math.floor(now.getTime() / 1_000) + 1},${mark}`),
    forge('an older signature scheme', right.replace('v1=', 'v0=')),
    forge('another secret', signEvent(payload, now, 'whsec_of_somebody_else')),
    forge('no secret', signEvent(payload, now, '')),
    forge('the secret of our sessions', signEvent(payload, now, JWT_SECRET)),
    forge('the key of our account', signEvent(payload, now, STRIPE_KEY)),
    forge('too old', signEvent(payload, new Date(now.getTime() - TOO_OLD_MS))),
    forge('another type than was signed', right, changed),
    forge('the same, written with spaces', right, spaced),
    forge('the same fields in another order', right, turned),
    forge('the same with a newline at the end', right, `${payload}\n`),
    forge('cut off', right, payload.slice(0, -1)),
    forge('an empty body', right, ''),
    forge('no JSON, correctly signed', signEvent('{', now, WEBHOOK_SECRET), '{'),
  ];
}
