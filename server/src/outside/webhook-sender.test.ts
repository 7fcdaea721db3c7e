import type { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { useHookReceiver } from '../testing/hook-receiver.ts';
import { testVariables } from '../testing/test-app.ts';
import { createWebhookSender } from './webhook-sender.ts';

const program = useHookReceiver();
const SECRET = `whsec_${'A'.repeat(43)}=`;

/** Where any name leads. */
const leadTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

const sandbox = () => readEnvironment(testVariables('any'));
/** As with real services. */
const real = () =>
  readEnvironment({
    ...testVariables('any'),
    STRIPE_API_URL: '',
    STRIPE_SECRET_KEY: 'sk_test_own',
  });
const hook = (url: string) => ({ id: 'msg_1', url, secret: SECRET, body: '{}', at: new Date() });

// Rules: R516.
describe('with real services, a webhook reaches no private network', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('a name that leads to %s', async (address) => {
    const sender = createWebhookSender(real(), leadTo(address));
    const result = await sender.send(hook(`https://program.example:${new URL(program.url).port}/`));
    expect(result).toEqual({
      ...{ result: 'unreachable', status: null },
      problem: 'The address is in a private network.',
    });
    const host = address.includes(':') ? `[${address}]` : address;
    expect(sender.checkUrl(`https://${host}/`)).toMatch(/private/);
  });

  it('a name that leads to a public and a private address', async () => {
    const sender = createWebhookSender(real(), leadTo('93.184.216.34', '10.0.0.1'));
    expect((await sender.send(hook('https://program.example/'))).problem).toMatch(/private/);
  });

  it('this machine, by its real name', async () => {
    const sender = createWebhookSender(real());
    const url = program.url.replace('127.0.0.1', 'localhost');
    expect((await sender.send(hook(url.replace('http:', 'https:')))).problem).toMatch(/private/);
    expect((await sender.send(hook(url))).problem).toMatch(/https/);
    expect(program.received).toEqual([]);
  });

  it.each(['93.184.216.34', '[2606:2800:220:1::1]'])('%s is public', (host) => {
    expect(createWebhookSender(real()).checkUrl(`https://${host}/`)).toBeUndefined();
  });
});

it('the connection goes to the address that was checked', async () => {
  const port = new URL(program.url).port;
  let asked = 0;
  const sender = createWebhookSender(sandbox(), ((...parts: Parameters<typeof lookup>) => {
    asked += 1;
    // A name server that answers differently the second time.
    (leadTo(asked === 1 ? '127.0.0.1' : '10.0.0.1') as (...all: unknown[]) => void)(...parts);
  }) as unknown as typeof lookup);
  const result = await sender.send(hook(`http://localhost:${port}/`));
  expect([result.status, asked]).toEqual([204, 1]);
});

it('a program that does not answer is given up in time', async () => {
  program.answer = 'never';
  const sender = createWebhookSender(sandbox(), undefined, 50);
  const result = await sender.send(hook(program.url));
  expect(result).toMatchObject({ result: 'unreachable', problem: 'It did not answer in time.' });
});

it('what a problem says does not repeat the address', async () => {
  const sender = createWebhookSender(sandbox());
  const result = await sender.send(hook('http://127.0.0.1:1/a-secret-path'));
  expect(result.problem).toBe('There is no connection (ECONNREFUSED).');
});
