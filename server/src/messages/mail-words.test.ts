import {
  listKinds,
  MAIL_KINDS,
  type MailKind,
  WITHOUT_WORDS,
} from '@speakifyr/contract/mail-kinds.ts';
import type { MailWords } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { describe, expect, it, test } from 'vitest';
import { getMailModule } from './kinds/all.ts';
import { listSamples, USUAL } from './samples/mail-samples.ts';
import { SAMPLE_CONTEXT } from '../testing/write-sample.ts';
import { writeMail } from './write-mail.ts';

const REASONS = Object.keys(WITHOUT_WORDS) as (keyof typeof WITHOUT_WORDS)[];
const to = { name: 'Rosa Kaplan', address: 'rosa@camp.example' };

/** The first email of a kind. */
function write(kind: MailKind, mail: Partial<MailWords>) {
  const sample = listSamples(USUAL).find((one) => one.kind === kind);
  if (!sample) throw new Error(`There is no sample of ${kind}`);
  const words = { ...SAMPLE_CONTEXT.mail, ...mail };
  return writeMail(kind, sample.props, { ...SAMPLE_CONTEXT, to, mail: words });
}

const ofAll = (before: string, after: string) =>
  Object.fromEntries(MAIL_KINDS.map((kind) => [kind, { before, after }]));

// Rules: R622, R623.
describe('the words of a director', () => {
  it('are in each kind of email, or the page says why not', () => {
    const listed = (['words', ...REASONS] as const).flatMap(listKinds);
    expect(listed.toSorted()).toEqual(MAIL_KINDS.toSorted());
    for (const kind of MAIL_KINDS)
      expect(listKinds('office').includes(kind), kind).toBe(
        getMailModule(kind).isForAdmins === true,
      );
  });

  it.each(MAIL_KINDS)(
    'stand in the email “%s” as text, in both of its forms, or are left out',
    (kind) => {
      const attack = '<script>alert(1)</script>';
      const mail = write(kind, { words: ofAll(`First ${attack}`, 'Last\n\n- one\n- two') });
      const plain = write(kind, {});
      expect(mail.html).not.toContain(attack);
      if (!listKinds('words').includes(kind)) {
        expect(mail).toEqual(plain);
        return;
      }
      const texts = mail.text.split('\n\n');
      expect(texts.slice(0, 2)).toEqual([mail.content.greeting, `First ${attack}`]);
      expect(mail.text).toContain('\n\nLast\n\n- one\n- two\n\nWarm regards,');
      expect(mail.html.indexOf('First &lt;script&gt;')).toBeGreaterThan(
        mail.html.indexOf('</style>'),
      );
      expect(mail.html).toMatch(/<li [^>]*>one<\/li>/);
      // Everything else is there to the letter.
      const own = plain.text.split('\n\n').slice(1, -2).join('\n\n');
      expect(mail.text).toContain(own);
      expect(mail.content.subject).toBe(plain.content.subject);
    },
  );

  it('have the facts of the school, and no control characters', () => {
    const { text } = write('paid', { words: ofAll('Call {{phone}}\u202e\u0000now', '') });
    expect(text).toContain(`Call ${SCHOOL.phone} now`);
  });

  it('stand in what the office reads to a family without an email address, too', () => {
    const sample = listSamples(USUAL).find(({ kind }) => kind === 'class canceled');
    const mail = {
      ...SAMPLE_CONTEXT.mail,
      words: ofAll('We are so sorry.', 'Reply to this email.'),
    };
    const address = standInAddress('65f1c0ffee0123456789abcd');
    const { content } = writeMail('class canceled', sample!.props as never, {
      ...SAMPLE_CONTEXT,
      ...{ mail, to: { ...to, address } },
    });
    expect(content.parts[0]).toEqual({ kind: 'text', text: 'We are so sorry.' });
    expect(JSON.stringify(content)).not.toContain('this email');
  });
});

test.each(MAIL_KINDS)('the email “%s” ends with the signature, as text', (kind) => {
  const { text, html } = write(kind, { signature: 'See you soon!\n<b>Maya</b> and {{name}}' });
  expect(text).toContain(`\n\nSee you soon!\n<b>Maya</b> and ${SCHOOL.name}\n\n-- \n`);
  expect(html).toContain(`See you soon!\n&lt;b&gt;Maya&lt;/b&gt; and ${SCHOOL.name}`);
  expect(text).not.toContain('Warm regards');
});
