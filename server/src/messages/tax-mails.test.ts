import { MAIL_KINDS, type MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { sayTax, type Taxed, taxIn } from '@speakifyr/contract/tax.ts';
import { afterEach, describe, expect, it, test } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { buildClass, buildPaidSeat, recordPayment, useUser } from '../testing/factories.ts';
import { findMail } from '../testing/mails.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { SAMPLE_CONTEXT } from '../testing/write-sample.ts';
import { makeContext } from './content.ts';
import type { PropsOf } from './kinds/all.ts';
import { makeSample, type Sample } from './samples/mail-sample.ts';
import { listSamples, USUAL } from './samples/mail-samples.ts';
import { readProps, writeMail } from './write-mail.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const VAT = { name: 'VAT', percent: 19 };
afterEach(() => setUpSchool());

/** The tax in an amount of an email's sample. */
const inSample = (of: number): Taxed => ({ ...taxIn(VAT, of), currency: 'USD' });

/** The emails that say what goes by a receipt or a credit note, with a tax in it. No other kind names an amount of a paper. */
const WITH_TAX: { [K in MailKind]?: (props: PropsOf<K>) => PropsOf<K> } = {
  paid: (props) => ({ ...props, taxes: [inSample(props.charge.amount)] }),
  refunded: (props) => ({ ...props, taxes: [inSample(props.charge.amount)] }),
  'seat canceled': ({ money, ...props }) => ({
    ...props,
    money: money && { ...money, taxes: [inSample(money.refund.amount)] },
  }),
  'class canceled': ({ payment, ...props }) => ({
    ...props,
    payment: payment && { ...payment, taxes: [inSample(payment.charges[0]?.amount ?? 0)] },
  }),
  'seat moved': ({ money, ...props }) => ({
    ...props,
    money: money && { ...money, taxes: [inSample(money.back?.amount ?? 0)] },
  }),
};

const write = ({ kind, props }: Sample) =>
  writeMail(kind, props, { ...SAMPLE_CONTEXT, to: { name: 'Rosa', address: 'rosa@camp.example' } });

// Rules: R615.
test.each(MAIL_KINDS)(
  'the email “%s” names a tax if its paper has one, and no tax otherwise',
  (kind) => {
    const add = WITH_TAX[kind] as ((props: Sample['props']) => Sample['props']) | undefined;
    const samples = listSamples(USUAL).filter((sample) => sample.kind === kind);
    for (const sample of samples) expect(write(sample).text, sample.variant).not.toContain('VAT');
    if (!add) return;
    const taxed = samples.map(({ variant, props }) => write(makeSample(kind, variant, add(props))));
    expect(taxed.some(({ text }) => /^Tax: Includes 19% VAT: \$\d/m.test(text))).toBe(true);
    expect(taxed.every(({ text, html }) => text.includes('VAT') === html.includes('VAT'))).toBe(
      true,
    );
  },
);

/** What an email to somebody says now. */
async function readText(person: { email: string; name: string }, kind: MailKind) {
  const line = await findMail(app, person, kind);
  const read = await readProps(line, app.services);
  const to = { name: person.name, address: person.email };
  return writeMail(kind, read?.props as never, makeContext(to, app.services)).text;
}

async function pay() {
  const campClass = await buildClass(app, { price: 109.99 });
  const seat = await buildPaidSeat(app, campClass);
  expect((await recordPayment(app, seat.student, seat.paymentId)).status).toBe(200);
  return { ...seat, campClass };
}

describe('in a school with a tax', () => {
  it('the email about a payment says the tax of its receipt, and keeps its rate', async () => {
    setUpSchool({ tax: VAT });
    const { student, paymentId } = await pay();
    const said = await readText(student, 'paid');
    const params = { paymentId };
    const receipt = await app.as(student).call('GET /receipts/:paymentId', { params });
    // 109.99 / 1.19 = 92.43
    expect(receipt.body.taxes).toMatchObject([{ amount: 1_756 }]);
    expect(said).toContain(`Tax: ${sayTax(receipt.body.taxes![0]!, 'USD')}\n`);
    setUpSchool({ tax: { ...VAT, percent: 7 } });
    expect(await readText(student, 'paid')).toBe(said);
    setUpSchool();
    expect(await readText(student, 'paid')).toBe(said);
  });

  it('the email about a refund says the tax of its credit note', async () => {
    setUpSchool({ tax: VAT });
    const { student, paymentId } = await pay();
    const body = { paymentId, amount: 1_501, note: 'Rain.' };
    expect((await app.as(admin).call('POST /refunds', { body })).status).toBe(200);
    await runJobs(app.services);
    expect(await readText(student, 'refunded')).toContain('Tax: Includes 19% VAT: $2.40 USD\n');
  });

  it('the email about a canceled seat says the tax of what comes back', async () => {
    setUpSchool({ tax: VAT });
    const { student, cartId } = await pay();
    const params = { cartId };
    const quote = (await app.as(student).call('GET /cancellation/:cartId', { params })).body;
    const refund = quote.refund;
    const sent = { params, body: { refund } };
    expect((await app.as(student).call('POST /cancellation/:cartId', sent)).status).toBe(200);
    await runJobs(app.services);
    const { amount } = taxIn(VAT, 10_999);
    expect(await readText(student, 'seat canceled')).toContain(
      `Tax: ${sayTax({ ...VAT, amount, of: 10_999 }, 'USD')}\n`,
    );
  });

  it('the email about a canceled class says the tax of what comes back', async () => {
    setUpSchool({ tax: VAT });
    const { student, campClass } = await pay();
    const params = { id: campClass._id.toHexString() };
    const body = { confirm_affected: 1, note: 'Rain.' };
    const { status } = await app.as(admin).call('POST /cancelClass/:id', { params, body });
    expect(status).toBe(200);
    await runJobs(app.services);
    expect(await readText(student, 'class canceled')).toContain(
      'Tax: Includes 19% VAT: $17.56 USD\n',
    );
  });
});

it('in a school without a tax, nobody reads of one', async () => {
  const { student } = await pay();
  expect(await readText(student, 'paid')).not.toMatch(/\btax\b|includes/i);
});
