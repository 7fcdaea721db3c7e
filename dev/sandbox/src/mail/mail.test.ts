import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import type { Message } from './message.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

const SCHOOL = { name: 'SPEAKIFYR', address: 'hello@speakifyr.test' };

async function send(to: string, mail: SendMailOptions = {}): Promise<unknown> {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
  return transport.sendMail({
    from: SCHOOL,
    to: { name: 'Rosa Diaz', address: to },
    subject: 'You’re enrolled',
    text: 'See you in camp',
    ...mail,
  });
}

async function read(query: Record<string, string>): Promise<Message[]> {
  const address = `${sandbox.address}/inbox.json?${new URLSearchParams(query).toString()}`;
  return (await (await fetch(address)).json()) as Message[];
}

async function open(path: string) {
  const response = await fetch(sandbox.address + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('an email to the sandbox', () => {
  it('is in the inbox with everything that was sent, also after a restart', async () => {
    await send('rosa@example.com', {
      replyTo: { name: 'Sam “S” O’Neil, Dr.', address: 'sam@example.com' },
      html: '<h1>Welcome</h1>',
      headers: { 'List-Unsubscribe': '<https://camp.example/off?token=1>' },
      attachments: [
        { filename: 'camp.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' },
        { filename: 'photo.png', content: Buffer.from([0x89, 0x50, 0xff]) },
      ],
    });
    await sandbox.restart();
    const [message, ...others] = await read({ to: 'ROSA@example.com' });
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      to: 'rosa@example.com',
      toName: 'Rosa Diaz',
      from: SCHOOL,
      replyTo: { name: 'Sam “S” O’Neil, Dr.', address: 'sam@example.com' },
      subject: 'You’re enrolled',
      attachments: [
        {
          name: 'camp.ics',
          type: 'text/calendar',
          content: expect.stringMatching(/^BEGIN:VCALENDAR\s*$/),
        },
        { name: 'photo.png', type: 'image/png', content: 'iVD/' },
      ],
    });
    expect(message?.html.trim()).toBe('<h1>Welcome</h1>');
    expect(message?.text.trim()).toBe('See you in camp');
    expect(message?.headers['list-unsubscribe']).toBe('<https://camp.example/off?token=1>');

    const saved = await fetch(`${sandbox.address}/inbox/${message?.id}/files/1`);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename=photo.png');
    expect(new Uint8Array(await saved.arrayBuffer())).toEqual(new Uint8Array([0x89, 0x50, 0xff]));
    expect((await open(`/inbox/${message?.id}/files/2`)).status).toBe(404);
    expect((await open('/inbox/unknown')).status).toBe(404);
  });

  it('is found by address, subject and text, newest first', async () => {
    await send('find-1@example.com', { subject: 'First', text: 'about whales' });
    await send('find-2@example.com', { subject: 'Second', text: 'about WHALES' });
    expect((await read({ q: 'whales' })).map(({ subject }) => subject)).toEqual([
      'Second',
      'First',
    ]);
    expect(await read({ q: 'find-1' })).toMatchObject([{ subject: 'First' }]);
    expect(await read({ q: 'second', to: 'find-1@example.com' })).toEqual([]);
    const page = await open('/inbox?q=whales');
    expect(page.text).toContain('2 emails');
  });

  it('is refused if its address says so: always at bounce.test, the first time at once-', async () => {
    for (let i = 0; i < 2; i += 1)
      await expect(send('lost@bounce.test')).rejects.toMatchObject({ responseCode: 550 });
    await expect(send('once-7@example.com')).rejects.toMatchObject({ responseCode: 550 });
    await send('once-7@example.com');
    expect(await read({ to: 'once-7@example.com' })).toHaveLength(1);
    expect(await read({ to: 'lost@bounce.test' })).toEqual([]);
  });

  it('is kept as long as it is one of the newest 2,000', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
    await send('oldest@example.com');
    for (let i = 0; i < 20; i += 1)
      await transport.sendMail({
        from: SCHOOL,
        to: Array.from({ length: 100 }, (_none, j) => `many-${i}-${j}@example.com`),
        subject: 'Many',
      });
    expect(await read({ to: 'oldest@example.com' })).toEqual([]);
    expect(await read({})).toHaveLength(2_000);
    const page = await open('/inbox');
    expect(page.text).toContain('The newest 200 of 2000 emails');
  });

  it('that is cut off in the middle is not kept', async () => {
    const socket = connect(sandbox.smtpPort, '127.0.0.1');
    for (const line of ['EHLO me', 'MAIL FROM:<a@x.test>', 'RCPT TO:<cut@example.com>', 'DATA']) {
      await once(socket, 'data');
      socket.write(`${line}\r\n`);
    }
    await once(socket, 'data');
    socket.end('Subject: half\r\n\r\nhalf');
    await once(socket, 'close');
    await send('after@example.com');
    expect(await read({ to: 'cut@example.com' })).toEqual([]);
  });
});

describe('a hostile email', () => {
  it('is only text in the pages, and its HTML can do nothing', async () => {
    const script = '<script>alert(1)</script>';
    const evil = `"><img src=x onerror=alert(1)>${script}`;
    await send('evil@example.com', {
      from: { name: evil, address: 'evil@example.com' },
      subject: evil,
      text: `${evil} javascript:alert(1) https://example.com/"onclick=alert(1)`,
      html: `<html><head><title>x</title></head><body>${script}<a href="https://x.test">x</a></body></html>`,
      attachments: [{ filename: `${evil}.html`, content: script }],
    });
    const [message] = await read({ to: 'evil@example.com' });
    for (const path of ['/inbox?to=evil%40example.com&q=%22%3E%3Cimg', `/inbox/${message?.id}`]) {
      const page = await open(path);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('<img');
      expect(page.text).not.toContain('<script');
      expect(page.text).not.toContain('"onclick');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const content = await open(`/inbox/${message?.id}/html`);
    const rules = content.headers.get('content-security-policy') ?? '';
    expect(rules).toContain("default-src 'none'");
    expect(rules).not.toContain('script-src');
    expect(rules).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(content.text).toContain('<head><base target="_blank"><title>');
    const file = await open(`/inbox/${message?.id}/files/0`);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});
