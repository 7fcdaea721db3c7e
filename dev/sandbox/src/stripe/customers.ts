import { createId, now } from './ids.ts';
import { describePaymentMethod, type Ledger, type PaymentMethod } from './objects.ts';
import { metadata } from './parameters.ts';
import { invalidRequest, missingResource } from './stripe-error.ts';

/** Customers, and the cards that are saved for them. https://docs.stripe.com/payments/save-and-reuse */

/** The parameters of customers.create. */
export const CUSTOMER_SHAPE = { metadata };

export type Customer = ReturnType<typeof buildCustomer>;

/** customers.create. */
export function createCustomer(ledger: Ledger, request: CustomerRequest): Customer {
  const customer = buildCustomer(request);
  ledger.customers.put(customer.id, customer);
  return customer;
}

type CustomerRequest = { metadata: Record<string, string> };

/** The fields of Stripe's customer that somebody reads. */
function buildCustomer(request: CustomerRequest) {
  return {
    id: createId('cus', 14),
    object: 'customer',
    created: now(),
    livemode: false,
    metadata: request.metadata,
  };
}

/** @throws {StripeError} resource_missing */
export function findCustomer(ledger: Ledger, id: string, param = 'customer'): Customer {
  const customer = ledger.customers.get(id);
  if (!customer) throw missingResource('customer', id, param);
  return customer;
}

/** The cards that are saved for a customer, oldest first. */
export function listCards(ledger: Ledger, customer: string) {
  findCustomer(ledger, customer);
  const saved = ledger.methods.rows().filter((method) => method.customer === customer);
  return saved.map(describePaymentMethod);
}

/** Saves a card for a customer, once they have paid with it or set it up. */
export function attach(ledger: Ledger, method: PaymentMethod, customer: string): void {
  ledger.methods.put(method.id, { ...method, customer });
}

/** payment_methods.detach. @throws {StripeError} if it is not saved for anybody */
export function detach(ledger: Ledger, id: string) {
  const method = ledger.methods.get(id);
  if (!method) throw missingResource('PaymentMethod', id, 'payment_method');
  if (!method.customer)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  const detached: PaymentMethod = { ...method, customer: null, isDetached: true };
  ledger.methods.put(id, detached);
  return describePaymentMethod(detached);
}

/** A saved card is only for its customer, and only as long as it is saved. @throws {StripeError} */
export function checkOwner(method: PaymentMethod, customer: string | null): void {
  if (method.isDetached)
    throw invalidRequest(
      'The provided PaymentMethod was detached from a Customer, and may not be used again.',
      undefined,
      'payment_method',
    );
  if (method.customer && method.customer !== customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method.id}.`,
      undefined,
      'payment_method',
    );
}
