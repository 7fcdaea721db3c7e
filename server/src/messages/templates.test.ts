import { MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import { MAIL_KINDS, type MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { findColors } from '@speakifyr/contract/school-color.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { describe, expect, it, test } from 'vitest';
import type { WrittenMail } from '../database/outbox-document.ts';
import { listSamples, type SampleTexts, USUAL } from './samples/mail-samples.ts';
import { SAMPLE_CONTEXT, writeSample } from '../testing/write-sample.ts';
import type { PropsOf } from './kinds/all.ts';
import type { ItemFacts } from './kinds/paid.ts';
import type { MailContext } from './content.ts';
import { DAYS_OF_THE_DEMO, OF_THE_DEMO, PINE_HILL } from '../testing/pine-hill.ts';
import { setUpSchool } from '../testing/school.ts';
import { writeMail } from './write-mail.ts';

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;
const SITE = SAMPLE_CONTEXT.publicUrl;

type Given = Extract<ItemFacts, { outcome: 'given' }>;

/** What people typed, by what is special about it. */
const TEXTS: Record<string, SampleTexts> = {
  usual: USUAL,
  'line breaks': all('Rosa\r\nBcc: a@b.test\n\nKaplan\u2028x'),
  'quotes, commas and backslashes': all('O’Neil, "Rosie" \\ \'K\'; <rosa@x.test>'),
  HTML: all('<script>alert(1)</script><img src=x onerror=alert(1)>&amp;'),
  emoji: all('👩‍👩‍👧‍👦🏕️ Emoji '.repeat(8)),
  'from right to left': all('مريم بنت محمد \u202e שלום \u2067'),
  '200 characters': all('Wolfeschlegelsteinhausen'.repeat(9).slice(0, 200)),
  'one content': all('R'),
  'only control characters': all('\u0000\u200e'),
};

function all(text: string): SampleTexts {
  const children = [text, `${text} the second`];
  return {
    person: text,
    teacher: text,
    children,
    className: text,
    message: `${text}\n\n  ${text}`,
  };
}

// Rules: R91, R92, R104, R183, R184, R185, R225, R254, R255, R521, R538.
describe.each(Object.entries(TEXTS))('every content, if people typed %s', (_, typed) => {
  const written = listSamples(typed).map((sample) => ({
    title: `${sample.kind} ${sample.variant}`,
    kind: sample.kind,
    mail: writeSample(sample, typed.person),
  }));

  it('has a subject of one short line', () => {
    for (const { title, kind, mail } of written) {
      const { subject, greeting } = mail.content;
      expect(subject.length, title).toBeGreaterThan(0);
      // The school's own messages may use all of it.
      const limit = kind === 'school message' ? MAX_SUBJECT_LENGTH : MAX_SUBJECT_LENGTH - 1;
      expect(subject.length, title).toBeLessThanOrEqual(limit);
      expect(subject, title).toBe(subject.trim());
      expect(subject, title).toMatch(ONE_LINE);
      expect(greeting, title).toMatch(/^Hi [^\n]+,$/);
      // Throws at half of an emoji.
      encodeURIComponent(subject);
    }
  });

  it('lacks nothing, and no text becomes code', () => {
    for (const { title, mail } of written) {
      for (const said of [mail.content.subject, mail.text, readHtml(mail.html)])
        expect(said, title).not.toMatch(/undefined|null|NaN|Invalid Date|\[object|\$\{/);
      expect(listTexts(mail), title).not.toContain('');
      expect(mail.html, title).not.toMatch(/<(script|img|iframe|form|object|link)\b/i);
      expect(mail.html, title).not.toMatch(/ (on\w+|src|background|action)="/i);
    }
  });

  it('says the same as HTML and as text', () => {
    for (const { title, mail } of written) {
      const html = squeeze(readHtml(mail.html));
      const text = squeeze(mail.text.replace(/^> ?/gm, ''));
      for (const said of listTexts(mail).map(squeeze)) {
        expect(html, title).toContain(said);
        expect(text, title).toContain(said);
      }
      const linksOfText = mail.text.match(/https?:\S+/g);
      expect(new Set(listLinks(mail.html)), title).toEqual(new Set(linksOfText));
    }
  });

  it('has only absolute links to our site, and none into an account that is gone', () => {
    for (const { title, kind, mail } of written)
      for (const link of listLinks(mail.html)) {
        expect(new URL(link).origin, title).toBe(SITE);
        if (/^account (removed|deleted)$/.test(kind)) expect(link, title).toBe(`${SITE}/`);
      }
  });
});

test('there are samples of every kind', () => {
  const kinds = listSamples(USUAL).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(MAIL_KINDS));
});

const to = { name: 'Rosa Kaplan', address: 'rosa@camp.example' };

function write<K extends MailKind>(kind: K, props: PropsOf<K>, changes: Partial<MailContext> = {}) {
  return writeMail(kind, props, { ...SAMPLE_CONTEXT, to, ...changes });
}

function find<K extends MailKind>(kind: K, variant = ''): PropsOf<K> {
  const sample = listSamples(USUAL).find((one) => one.kind === kind && one.variant === variant);
  return sample?.props as PropsOf<K>;
}

test('the receipt has the facts of the receipt page and what to bring, and puts the class into the calendar', () => {
  const mail = write('paid', find('paid'));

  expect(mail.content.subject).toBe('You’re enrolled: Sailing on the Lake');
  const said = [
    'Entry code: EXM-101',
    'Class: Sailing on the Lake',
    'Days: Mon 5 – Fri 16 July 2027',
    'Every day: 9:00 AM – 3:30 PM',
    'Place: Boathouse on the lake',
    'Room: 104',
    'Instructor: Maren Solbakk',
    'Student: Rosa Kaplan',
    'Paid: Tue 1 June 2027, 1:59 PM Dhaka time',
    'Paid by card: $189.50 USD',
    'Payment: pi_3Pq7Zx2eZvKYlo2C1gRkLmNo',
    `See your class: ${SITE}/dashboard/enroll`,
    ...SCHOOL.whatToBring.map((item) => `- ${item}`),
  ];
  expect(mail.text.split('\n')).toEqual(expect.arrayContaining(said));
  expect(mail.attachments).toMatchObject([
    {
      name: 'sailing-on-the-lake.ics',
      type: 'text/calendar; charset=utf-8; method=REQUEST',
      content: expect.stringContaining('METHOD:REQUEST'),
    },
  ]);
});

test('the content about a free class asks for no money', () => {
  const { text } = write('paid', find('paid', 'free'));
  expect(text).toContain('Price: Free of charge');
  expect(text).not.toMatch(/\$|receipt|by card|sold/i);
});

test('a charge keeps the currency in which it was paid', () => {
  const charge = { amount: 8_950, currency: 'EUR' };
  expect(write('paid', { ...find('paid'), charge }).text).toContain('Paid by card: €89.50 EUR');
});

test('a refund says why, and takes a seat that was there out of the calendar', () => {
  const noSeat = write('refunded', find('refunded', 'no seat'));
  expect(noSeat.text).toContain('could not give you a seat');
  expect(noSeat.attachments).toEqual([]);
  const returned = write('refunded', find('refunded', 'by the school'));
  expect(returned.text).toContain('The school has refunded your payment');
  expect(returned.attachments).toMatchObject([
    {
      content: expect.stringMatching(/METHOD:CANCEL[^]*UID:pi_3Pq7Zx2eZvKYlo2C1gRkLmNo\r/),
    },
  ]);
});

test('a payment for three children has one receipt, with every seat and a calendar file for each', () => {
  const { content, text, attachments } = write('paid', find('paid', 'children'));
  expect(content.subject).toBe('Your payment for 3 seats');
  for (const [index, child] of USUAL.children.entries()) {
    expect(text).toContain(`Child: ${child}\nEntry code: EXM-10${index + 1}`);
    expect(text).toContain(`Seat: ${child}, Sailing on the Lake: $189.50 USD`);
  }
  expect(text).toContain('Paid by card: $568.50 USD');
  expect(text).toContain(`Add what is missing: ${SITE}/dashboard/children\n`);
  expect(new Set(attachments.map(({ name }) => name)).size).toBe(3);
  const entries = attachments.map(({ content }) => /UID:(.*)\r/.exec(content)?.[1]);
  expect(new Set(entries).size).toBe(3);
});

test('a receipt asks for what is missing about a child, and never says what is known', () => {
  const props = find('paid', 'child');
  const item = props.items.find(({ outcome }) => outcome === 'given') as Given;
  const { text } = write('paid', props);
  expect(text).toContain('Mia Kaplan: allergies and medication');
  expect(text).toContain('Mia Kaplan: whom we call in an emergency');
  expect(text).toContain('Mia Kaplan: who may pick up');
  expect(text).toContain(`Add what is missing: ${SITE}/dashboard/children/65f1`);
  const needs = { child: 'Mia Kaplan', missing: [], path: '/' };
  const ready = write('paid', { ...props, items: [{ ...item, needs }] }).text;
  expect(ready).toContain('Mia Kaplan is ready for camp');
  expect(ready).not.toMatch(/allerg|medic|missing/i);
  const hidden = write('paid', { ...props, items: [{ ...item, needs: null }] }).text;
  expect(hidden).not.toMatch(/ready for camp|allerg|missing/i);
});

test.each([
  ['paid', 'child', 'Mon 21 June 2027'],
  ['reminder', 'week', 'Wed 30 June 2027'],
] as const)(
  'a %s has gate time, address, phone, and the last day for a full refund',
  (kind, variant, day) => {
    const { text } = write(kind, find(kind, variant));
    for (const fact of [
      'Gate opens: 8:45 AM',
      `Address: ${SCHOOL_ADDRESS}`,
      `Phone: ${SCHOOL.phone}`,
      `Free cancellation until: ${day}`,
    ])
      expect(text).toContain(fact);
  },
);

test('another guardian reads who booked which classes, gets them as calendar files, and nothing about money', () => {
  const { content, text, attachments } = write('seat booked', find('seat booked', ''));
  expect(content.subject).toBe('New class: Sailing on the Lake');
  expect(text).toContain('Rosa Kaplan has booked a class for Mia Kaplan.');
  expect(text).not.toMatch(/\$|USD|pi_|receipt/i);
  expect(attachments).toMatchObject([{ content: expect.stringContaining('METHOD:REQUEST') }]);
});

test('a receipt says which seat could not be given, and does not call money arrived that is not', () => {
  const { content, text } = write('paid', find('paid', 'not all'));
  expect(content.subject).toBe('You have 2 of the 4 seats you paid for');
  expect(text).toContain(
    'we could not give Tom Kaplan a seat in Sailing on the Lake, so we refund $189.50 USD',
  );
  expect(text).toContain('On a card, it usually shows up within 5 to 10 days.');
  expect(text).toContain('Somebody at the school takes care of this refund by hand');
  expect(text).toContain('Refund: $568.50 USD');
  expect(text).not.toMatch(/has arrived|was refunded|Refunded/);
});

test('a payer who is no longer a guardian reads what they paid, but not where the child is', () => {
  const mail = write('paid', find('paid', 'no longer a guardian'));
  expect(mail.text).toContain('Paid by card: $189.50 USD');
  expect(mail.text).not.toMatch(/room|place|entry code|EXM|instructor|July/i);
  expect(mail.attachments).toEqual([]);
});

test('a parent who pays the difference for a move has a receipt of it; the class is in another email', () => {
  const { text, attachments } = write('paid', find('paid', 'difference'));
  expect(text).toContain(
    '$189.50 USD was the difference in price for moving Mia Kaplan’s seat to Sailing on the Lake.',
  );
  expect(text).toContain('See or print your receipt');
  expect(attachments).toEqual([]);
  const held = write('seat held', find('seat held', 'moves')).text;
  expect(held).toContain('Difference: $20 USD');
  expect(held).toContain('Your seat in Old Sailing on the Lake then stays.');
});

test('a part of a payment that comes back says whether a seat is gone with it', () => {
  const part = write('refunded', find('refunded', 'a part'));
  expect(part.text).toContain('The school has refunded a part of your payment.');
  expect(part.text).toContain('Everything else that you paid for stays as it is.');
  expect(part.attachments).toEqual([]);
  const seat = write('refunded', find('refunded', 'one of several'));
  expect(seat.text).toContain(
    'it was for Mia Kaplan’s seat in Sailing on the Lake, which is no longer yours.',
  );
  expect(seat.attachments).toHaveLength(1);
});

test('siblings in one class are in one email', () => {
  const { text } = write('reminder', find('reminder', 'children'));
  expect(text).toContain('seeing Mia Kaplan, Tom Kaplan and Ana Kaplan!');
  expect(text).toContain('Entry code: EXM-102 (Tom Kaplan)');
  const changed = write('class changed', find('class changed', 'children'));
  expect(changed.text).toContain('the class of Mia Kaplan, Tom Kaplan and Ana Kaplan, has changed');
  expect(changed.attachments).toHaveLength(3);
});

test('a guardian who did not pay reads nothing about the payment', () => {
  const { text } = write('class canceled', find('class canceled', 'other guardian'));
  expect(text).not.toMatch(/\$|pi_|card you paid/);
});

test('an invitation names the children and who invites, or neither if the names are not plain', () => {
  const { text } = write('guardian invited', find('guardian invited', ''), {
    to: { ...to, name: '' },
  });
  expect(text).toContain('Hi there,');
  expect(text).toContain('rosa@camp.example invites you to be a guardian of a child');
  expect(text).toContain(`${SITE}/dashboard/children#invited\n`);
  for (const name of [USUAL.person, ...USUAL.children]) expect(text).not.toContain(name);
  expect(write('guardian invited', find('guardian invited', 'children')).text).toContain(
    'Rosa Kaplan (rosa@camp.example) invites you to be a guardian of Mia and Tom at',
  );
});

test('a change shows what was and what is', () => {
  const { text, html } = write('class changed', find('class changed'));
  expect(text).toContain('Room: 12 → 104');
  expect(text).toContain('Place: not set → Sailing on the Lake');
  expect(readHtml(html)).toContain('Room 12 → 104');
});

test('an instructor reads about a change without a seat’s entry code, and gets no calendar file', () => {
  const { text, attachments } = write('class changed', find('class changed', 'instructor'));
  expect(text).toContain('the class you teach');
  expect(text).not.toMatch(/entry code/i);
  expect(attachments).toEqual([]);
});

test('a canceled class leaves the calendar, and its money comes back without a promised day', () => {
  const { text, attachments } = write('class canceled', find('class canceled'));
  expect(text).toContain('We will refund the full price, $189.50 USD');
  expect(text).not.toMatch(/\d+ (working )?days/);
  expect(attachments).toMatchObject([{ type: 'text/calendar; charset=utf-8; method=CANCEL' }]);
  const free = write('class canceled', find('class canceled', 'free')).text;
  expect(free).toContain('nothing to refund');
});

test('a class that the school cancels with its money says what comes back and what the school writes', () => {
  const { text } = write('class canceled', find('class canceled', 'by itself'));
  expect(text).toContain('You get all of your money back: $189.50 USD.');
  expect(text).toContain('> Dear families,');
  expect(text).not.toMatch(/by hand|Entry code/);
  const teacher = write('class canceled', find('class canceled', 'instructor'));
  expect(teacher.text).toContain('the class you teach, has been canceled');
  expect(teacher.attachments).toEqual([]);
});

test('a message to a class keeps its line breaks and its subject', () => {
  const subject = 'x'.repeat(60);
  const { content, text } = write('school message', { ...find('school message'), subject });
  expect(content.subject).toBe(subject);
  expect(text).toContain('> Dear families,\n> \n> the bus leaves');
});

test('an email about a waiting list leads to pages; opening one takes no seat and gives none back', () => {
  const kinds = ['waiting joined', 'seat offered', 'offer ended', 'seats free', 'waiting closed'];
  const links = listSamples(USUAL)
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((sample) => listLinks(writeSample(sample, USUAL.person).html));
  const paths = new Set(links.map((link) => new URL(link).pathname));
  expect(paths).toEqual(
    new Set(['/', '/dashboard/waiting', '/classes', '/classes/65f1c0ffee0123456789abcd']),
  );
});

test('the office reads whom to call about an offer, by a number as people write it', () => {
  const props = { ...find('call family', ''), phone: '+8801711555222;ext=7' };
  expect(write('call family', props).text).toContain('Phone: 01711-555222 ext. 7');
});

test('an offer says until when the seats are held, in the school’s time, and what happens without an answer', () => {
  const { content, text } = write('seat offered', find('seat offered', 'children'));
  expect(content.subject).toBe('Seats for you: Sailing on the Lake');
  expect(text).toContain('Take them by Wed 2 June 2027, 2:10 PM Dhaka time.');
  expect(text).toContain('Price together: $360.05 USD');
  expect(text).toContain('without an answer, you won’t be charged');
});

test('a parent who joins a waiting list reads that it is no seat and costs nothing', () => {
  const { text } = write('waiting joined', find('waiting joined', 'together'));
  expect(text).toContain('at number 2. This is not a seat yet, and you pay nothing to wait.');
  expect(text).toContain('We only offer seats when there are enough for all of them.');
  expect(write('waiting joined', find('waiting joined', 'one is fine')).text).toContain(
    'If only one seat becomes free, we offer you that one',
  );
});

test('an email about a seat that is kept for siblings advises nothing that gives it away', () => {
  const { text } = write('seat kept', find('seat kept'));
  expect(text).toContain(
    'Are fewer seats fine, too? Then call us or reply to this email before Wed 2 June 2027, 2:10 PM Dhaka time.',
  );
  expect(text).not.toContain('join it again');
});

test('an email about a list that is closed does not say that no seat opened up: some readers let one go', () => {
  const read = (variant: string) => write('waiting closed', find('waiting closed', variant)).text;
  expect(read('started')).toContain('the class has started, so the list is closed.');
  for (const variant of ['started', 'begun']) expect(read(variant)).not.toContain('opened up');
  expect(read('misfit')).toContain('can no longer get a seat in Sailing on the Lake');
});

test('a canceled seat says what comes back, what is kept and why; another guardian reads no amounts', () => {
  const { text, attachments } = write('seat canceled', find('seat canceled', 'half'));
  expect(text).toContain('You have canceled Mia Kaplan’s seat in Sailing on the Lake.');
  expect(text).toContain(
    'You get $94.75 USD back. The school keeps $94.75 USD, as our refund policy said when you booked.',
  );
  expect(attachments).toMatchObject([{ type: 'text/calendar; charset=utf-8; method=CANCEL' }]);
  const nothing = write('seat canceled', find('seat canceled', 'nothing')).text;
  // What can't be returned, and a discount that ends, are not the refund policy's.
  const half = find('seat canceled', 'half');
  const sayKept = (keptFor: object) =>
    write('seat canceled', { ...half, money: { ...half.money!, keptFor } } as typeof half).text;
  expect(sayKept({ extras: ['T-shirt, M'], forExtras: 1_500, forDiscounts: 0 })).toContain(
    'The school keeps $94.75 USD: $15 USD for T-shirt, M, which can’t be returned; $79.75 USD, as our refund policy said when you booked.',
  );
  const all = sayKept({ extras: ['T-shirt, M'], forExtras: 9_475, forDiscounts: 0 });
  expect(all).toContain('The school keeps $94.75 USD for T-shirt, M, which can’t be returned.');
  expect(all).not.toContain('refund policy');
  expect(sayKept({ extras: [], forExtras: 0, forDiscounts: 1_000 })).toContain(
    '$10 USD for a discount that this seat gave another',
  );
  expect(nothing).toContain('No refund: the school keeps $189.50 USD');
  const failed = write('seat canceled', find('seat canceled', 'by the school')).text;
  expect(failed).toContain('Somebody at the school takes care of this refund by hand');
  for (const variant of ['other guardian', 'resold, other guardian'])
    expect(write('seat canceled', find('seat canceled', variant)).text).not.toMatch(
      /\$|pi_|refund/i,
    );
});

test('a seat that moves leaves the calendar in one class and comes into it in the other', () => {
  const { text, attachments } = write('seat moved', find('seat moved', 'dearer'));
  expect(text).toContain('Mia Kaplan’s seat has moved from Old Sailing on the Lake to Sailing');
  expect(text).toContain('You have paid the difference in price, $189.50 USD.');
  expect(text).toContain('Entry code: NEW-107 (Mia Kaplan)');
  const methods = attachments.map(({ type }) => type.split('method=')[1]);
  expect(methods).toEqual(['CANCEL', 'REQUEST']);
  const entries = attachments.map(({ content }) => /UID:(.*)\r/.exec(content)?.[1]);
  expect(new Set(entries).size).toBe(2);
});

test('a seat that passes to a sibling keeps its entry; who sees only one of them reads of that one', () => {
  const both = write('seat moved', find('seat moved', 'sibling'));
  expect(both.text).toContain('Mia Kaplan’s seat in Sailing on the Lake is now for Tom Kaplan.');
  expect(both.attachments).toHaveLength(1);
  const first = write('seat moved', find('seat moved', 'guardian of the first'));
  expect(first.text).not.toContain('Tom');
  expect(first.attachments).toMatchObject([{ type: expect.stringContaining('method=CANCEL') }]);
  const second = write('seat moved', find('seat moved', 'guardian of the second'));
  expect(second.text).not.toContain('Mia');
  expect(second.attachments).toMatchObject([{ type: expect.stringContaining('method=REQUEST') }]);
});

test('admins read when to answer a dispute, and the refund terms at the purchase', () => {
  const { text } = write('payment disputed', find('payment disputed'));
  expect(text).toContain('Answer by: Fri 11 June 2027, 6:00 AM Dhaka time');
  expect(text).toContain(
    '- Until 14 days before the first day: 100 percent refunded, less $10 USD.',
  );
  expect(text).toContain('- After that: no refund.');
});

test('an inquiry says that no money was taken, and an appeal that the money is there for a seat that is gone', () => {
  const ofStage = (stage: string) =>
    write('payment disputed', find('payment disputed', stage)).text;
  expect(ofStage('inquiry')).toContain('It has taken no money yet.');
  expect(ofStage('inquiry')).not.toContain('nothing of this payment can be refunded');
  expect(ofStage('won back')).toContain('The seat ended when the dispute was lost');
});

test.each([
  // Clocks in Berlin go forward on March 28 at 2 AM, and back on October 31 at 3 AM.
  ['2027-03-28T00:59:00Z', 'Sun 28 March 2027, 1:59 AM Berlin time'],
  ['2027-03-28T01:00:00Z', 'Sun 28 March 2027, 3:00 AM Berlin time'],
  ['2027-10-31T01:59:00Z', 'Sun 31 October 2027, 2:59 AM Berlin time'],
  ['2027-10-30T22:30:00Z', 'Sun 31 October 2027, 12:30 AM Berlin time'],
])('the moment %s is in the school’s time, which is named', (heldUntil, said) => {
  const [seat] = find('seat held').seats;
  const props = { seats: [{ ...seat!, heldUntil: new Date(heldUntil) }] };
  expect(write('seat held', props, { timeZone: 'Europe/Berlin' }).text).toContain(
    `Held until: ${said}`,
  );
});

/** All that the parts of a content say. */
function listTexts({ content }: WrittenMail): string[] {
  return [
    content.greeting,
    ...content.parts.flatMap((part) => {
      if (part.kind === 'list') return part.items;
      if (part.kind === 'link') return [part.label];
      if (part.kind === 'facts')
        return part.facts.flatMap(({ label, value, was = value }) => [label, value, was]);
      return [part.text];
    }),
  ];
}

function listLinks(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => decode(href));
}

/** The text that the body shows. */
function readHtml(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return decode(body.replace(/<[^>]*>/g, ' ')).replace(/ +/g, ' ');
}

function decode(text: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? '');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

test('a seat that moved has gate time, address and phone, too, and says why the school moved it', () => {
  const { text } = write('seat moved', find('seat moved', 'dearer, and waived'));
  for (const line of [
    'Gate opens: 8:45 AM',
    `Address: ${SCHOOL_ADDRESS}`,
    `Phone: ${SCHOOL.phone}`,
  ])
    expect(text).toContain(line);
  expect(text).toContain('You do not have to pay the difference.');
  expect(text).toMatch(/Why: \S/);
});

test('who is asked to pay for a move reads how much, until when, and what happens if they do not', () => {
  const { text } = write('move asked', find('move asked'));
  expect(text).toContain('The new class costs $15 USD more.');
  expect(text).toContain('until Wed 2 June 2027, 2:10 PM Dhaka time');
  expect(text).toMatch(/If you do not pay by then, nothing changes/);
});

// Rules: R74, R604, R614.
test('with another school, no email names the school that the software came with', () => {
  setUpSchool(PINE_HILL);
  const changes = { timeZone: 'America/New_York' };
  for (const { kind, variant, props } of listSamples(USUAL)) {
    const { content, html, text, attachments } = write(kind, props as never, changes);
    const files = attachments.map(({ content: file }) => file);
    const all = [JSON.stringify(content), html, text, ...files].join('\n');
    expect(all.match(OF_THE_DEMO), `${kind} ${variant}`).toBeNull();
    expect(all.match(DAYS_OF_THE_DEMO), `${kind} ${variant}`).toBeNull();
  }
  setUpSchool();
});

// Rules: R609.
test('a school’s logo stands in the head of its emails, the demo’s in none', () => {
  const [sample] = listSamples(USUAL);
  const readHead = () =>
    write(sample!.kind, sample!.props as never).html.match(/<(?:img|link)\b[^>]*>/g);
  expect(readHead()).toBeNull();
  setUpSchool({ ...PINE_HILL, logo: 'https://res.cloudinary.com/pine/logo.jpg' });
  expect(readHead()).toEqual([
    expect.stringContaining('src="https://res.cloudinary.com/pine/logo.jpg" alt=""'),
  ]);
  setUpSchool({ ...PINE_HILL, logo: '/pictures/own.png' });
  expect(readHead()?.join()).toContain(`src="${SITE}/pictures/own.png"`);
  setUpSchool();
});

// Rules: R610.
test('emails have the school’s color in both themes', () => {
  const [sample] = listSamples(USUAL);
  const readHtml = () => write(sample!.kind, sample!.props as never).html;
  expect(readHtml()).toContain('#0b6470');
  setUpSchool({ ...PINE_HILL, color: '#14532d' });
  const { light, dark } = findColors('#14532d');
  expect(readHtml()).toContain(`color:${light}`);
  expect(readHtml()).toContain(`.lake { color: ${dark} !important; }`);
  expect(readHtml()).not.toMatch(/#0b6470|#6ccad0/);
  setUpSchool();
});
