import { Router, type Request } from 'express';
import * as z from 'zod';
import { answerWith } from '../http/handle.ts';
import { html, renderPage, setPageHeaders, type Html } from '../http/page.ts';
import type { Store } from '../storage/store.ts';
import { findCharge, type Charge } from './charges.ts';
import type { PaymentIntent } from './create-intent.ts';
import {
  changeDispute,
  type Dispute,
  DISPUTE_STATUSES,
  type DisputeStatus,
  NEXT_STATUSES,
  openDispute,
} from './disputes.ts';
import type { Ledger, PaymentMethod } from './objects.ts';
import { findPaymentMethod } from './cards.ts';
import { oneOf, readParameters, text } from './parameters.ts';
import { endProcessing, findIntent } from './payment-intents.ts';
import { createRefund, readBalance, setBalance } from './refunds.ts';
import { invalidRequest } from './stripe-error.ts';

const DASHBOARD = '/stripe/dashboard';

/** More would make the page slow. */
const SHOWN = 50;

/**
 * What the sandbox has of Stripe's dashboard: the newest payments, and refunds of all or a part of them. Besides, what
 * only time and banks decide at Stripe: how much money is there for refunds, disputes, how payments end that are
 * processing, and what the bank says to the next payment with a saved card.
 */
export function createDashboard(store: Store, ledger: Ledger): Router {
  const router = Router();
  router
    .route(DASHBOARD)
    .get(
      answerWith(store, (_request, response) => {
        setPageHeaders(response);
        return renderDashboard(ledger);
      }),
    )
    .post(
      answerWith(store, (request, response) => {
        act(ledger, request);
        response.status(303).set('Location', DASHBOARD);
        return '';
      }),
    );
  return router;
}

/** Does what one of the page's forms asks for. */
function act(ledger: Ledger, request: Request): void {
  const wanted = readParameters(request, {
    charge: text.optional(),
    amount: text.optional(),
    dispute: text.optional(),
    status: oneOf(...DISPUTE_STATUSES).optional(),
    balance: z.string().optional(),
    payment_intent: text.optional(),
    outcome: oneOf('succeeded', 'payment_failed').optional(),
    payment_method: text.optional(),
    verdict: oneOf(...BANK_WORDS).optional(),
  });
  const { charge, amount, dispute, status, balance, payment_intent, outcome } = wanted;
  const { payment_method, verdict } = wanted;
  if (balance !== undefined) setBalance(ledger, balance ? readCents(balance) : undefined);
  else if (dispute && status) changeDispute(ledger, dispute, status);
  else if (payment_intent && outcome)
    endProcessing(ledger, findIntent(ledger, payment_intent, 'payment_intent'), outcome);
  else if (payment_method && verdict) {
    const method = findPaymentMethod(ledger, payment_method);
    ledger.methods.put(method.id, { ...method, card: { ...method.card, verdict } });
  } else if (charge && amount)
    createRefund(ledger, { charge, amount: readCents(amount), metadata: {} });
  else if (charge) openDispute(ledger, charge, status);
}

/** What the bank may say to the next payment with a saved card. */
const BANK_WORDS = [
  'approved',
  'authentication_required',
  'insufficient_funds',
  'generic_decline',
  'expired_card',
  'stolen_card',
  'incorrect_cvc',
] as const;

/** @throws {StripeError} when it is not an amount with at most two decimals */
function readCents(amount: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(amount))
    throw invalidRequest('Invalid amount. Use a number such as 25 or 25.50.', undefined, 'amount');
  return Math.round(Number(amount) * 100);
}

function renderDashboard(ledger: Ledger): string {
  const paid = ledger.charges.rows().filter((charge) => charge.paid);
  const shown = paid.toReversed().slice(0, SHOWN);
  const processing = ledger.intents.rows().filter(({ status }) => status === 'processing');
  const saved = ledger.methods.rows().filter(({ customer }) => customer);
  const available = readBalance(ledger);
  return renderPage(
    'Payments at Stripe',
    html`<span class="badge">Sandbox · no money moves</span>
      <h1>Payments at Stripe</h1>
      <p class="quiet">The newest payments. A refund here is one that the school makes by hand.</p>
      <form method="post">
        <label for="balance">Money for refunds (leave it empty for as much as is needed)</label>
        <input
          id="balance"
          name="balance"
          inputmode="decimal"
          value="${available === undefined ? '' : (available / 100).toFixed(2)}"
        />
        <div class="actions"><button class="button plain">Set the balance</button></div>
      </form>
      ${saved.toReversed().slice(0, SHOWN).map(renderSaved)}
      ${processing.toReversed().slice(0, SHOWN).map(renderProcessing)}
      ${shown.length > 0 ? shown.map((charge) => renderPayment(ledger, charge)) : html`<p>None yet.</p>`}`,
  );
}

function renderProcessing({ id, amount, currency, metadata }: PaymentIntent): Html {
  const button = (outcome: string, label: string) =>
    html`<button class="button plain" name="outcome" value="${outcome}">${label}</button>`;
  return html`<form method="post" aria-labelledby="${id}">
    <h2 id="${id}">${say(amount, currency)} is processing</h2>
    <p class="quiet">${metadata['email'] ?? 'Nobody'}, ${id}</p>
    <input type="hidden" name="payment_intent" value="${id}" />
    <div class="actions">
      ${button('succeeded', 'The bank pays')} ${button('payment_failed', 'The bank declines')}
    </div>
  </form>`;
}

function renderSaved({ id, card, billing_details }: PaymentMethod): Html {
  const words = BANK_WORDS.map(
    (word) => html`<button class="button plain" name="verdict" value="${word}">${word}</button>`,
  );
  return html`<form method="post" aria-labelledby="${id}">
    <h2 id="${id}">Saved card ${card.brand} ${card.last4}</h2>
    <p class="quiet">
      ${billing_details.email ?? 'Nobody'}, ${id}. To its next payment, the bank says
      ${card.verdict}. Change that:
    </p>
    <input type="hidden" name="payment_method" value="${id}" />
    <div class="actions">${words}</div>
  </form>`;
}

function say(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

function renderPayment(ledger: Ledger, { id, payment_intent }: Charge): Html {
  const { amount, amount_refunded, currency, metadata } = findCharge(ledger, id);
  const left = amount - amount_refunded;
  const refunds = ledger.refunds.rows().filter((refund) => refund.charge === id);
  const disputes = ledger.disputes.rows().filter((dispute) => dispute.charge === id);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${say(amount, currency)}</h2>
    <p class="quiet">${metadata['email'] ?? 'Nobody'}, ${payment_intent}</p>
    ${refunds.map(
      ({ amount, status, pending_reason }) =>
        html`<p>
          Refund of ${say(amount, currency)}: ${[status, pending_reason].filter(Boolean).join(', ')}
        </p>`,
    )}
    ${disputes.map(renderDispute)}
    ${
      left > 0
        ? html`<form method="post">
              <input type="hidden" name="charge" value="${id}" />
              <label for="amount-${id}">Amount to refund</label>
              <input
                id="amount-${id}"
                name="amount"
                inputmode="decimal"
                value="${(left / 100).toFixed(2)}"
              />
              <div class="actions"><button class="button">Refund</button></div>
            </form>
            <form method="post">
              <input type="hidden" name="charge" value="${id}" />
              <div class="actions">
                <button class="button plain">The payer’s bank disputes it</button>
                <button class="button plain" name="status" value="warning_needs_response">
                  The payer’s bank only asks about it
                </button>
              </div>
            </form>`
        : html``
    }
  </section>`;
}

const STATUS_BUTTONS: Record<DisputeStatus, string> = {
  warning_needs_response: 'The payer’s bank only asks about it',
  warning_under_review: 'Send evidence',
  warning_closed: 'The bank asks no more',
  needs_response: 'The bank takes the money',
  under_review: 'Send evidence',
  appeal_needs_response: 'The school appeals',
  appeal_under_review: 'Send evidence',
  won: 'The school wins',
  lost: 'The school loses',
};

function renderDispute(dispute: Dispute): Html {
  const next = NEXT_STATUSES[dispute.status];
  return html`<form method="post">
    <p>Dispute of ${say(dispute.amount, dispute.currency)}: ${dispute.status}</p>
    <input type="hidden" name="dispute" value="${dispute.id}" />
    <div class="actions">
      ${next.map(
        (status) =>
          html`<button class="button plain" name="status" value="${status}">
            ${STATUS_BUTTONS[status]}
          </button>`,
      )}
    </div>
  </form>`;
}
