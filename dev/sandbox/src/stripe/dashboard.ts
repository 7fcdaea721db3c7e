import { Router } from 'express';
import { answerWith } from '../http/handle.ts';
import { html, renderPage, setPageHeaders, type Html } from '../http/page.ts';
import type { Store } from '../storage/store.ts';
import { findCharge, type Charge } from './charges.ts';
import type { Ledger } from './objects.ts';
import { readParameters, text } from './parameters.ts';
import { createRefund } from './refunds.ts';
import { invalidRequest } from './stripe-error.ts';

const DASHBOARD = '/stripe/dashboard';

/** More would make the page slow. */
const SHOWN = 50;

/** What the sandbox has of Stripe's dashboard: the newest payments, and refunds of all or a part of them. */
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
        const { charge, amount } = readParameters(request, { charge: text, amount: text });
        createRefund(ledger, { charge, amount: readCents(amount), metadata: {} });
        response.status(303).set('Location', DASHBOARD);
        return '';
      }),
    );
  return router;
}

/** @throws {StripeError} when it is not an amount with at most two decimals */
function readCents(amount: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(amount))
    throw invalidRequest('Invalid amount. Use a number such as 25 or 25.50.', undefined, 'amount');
  return Math.round(Number(amount) * 100);
}

function renderDashboard(ledger: Ledger): string {
  const paid = ledger.charges.rows().filter((charge) => charge.paid);
  const shown = paid.toReversed().slice(0, SHOWN);
  return renderPage(
    'Payments at Stripe',
    html`<span class="badge">Sandbox · no money moves</span>
      <h1>Payments at Stripe</h1>
      <p class="quiet">The newest payments. A refund here is one that the school makes by hand.</p>
      ${shown.length > 0 ? shown.map((charge) => renderPayment(ledger, charge)) : html`<p>None yet.</p>`}`,
  );
}

function renderPayment(ledger: Ledger, { id, payment_intent }: Charge): Html {
  const { amount, amount_refunded, currency, metadata } = findCharge(ledger, id);
  const left = amount - amount_refunded;
  const refunds = ledger.refunds.rows().filter((refund) => refund.charge === id);
  const say = (cents: number) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${say(amount)}</h2>
    <p class="quiet">${metadata['email'] ?? 'Nobody'}, ${payment_intent}</p>
    ${refunds.map((refund) => html`<p>Refund of ${say(refund.amount)}: ${refund.status}</p>`)}
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
          </form>`
        : html``
    }
  </section>`;
}
