import type { Guard } from '../attack.ts';

/** What protects payments and changed plans when a server is killed. */
export const KILL_GUARDS: Guard[] = [
  {
    name: 'the ledger has a payment before its secret is given out',
    file: 'server/src/billing/payments.service.ts',
    cut: 'await insertPaymentOnce(',
    paste: 'void insertPaymentOnce(',
  },
  {
    name: 'the sweep settles what nobody came back for',
    without: 'settleDuePayments',
  },
  {
    name: 'the sweep releases seats that were held too long',
    without: 'releaseExpiredHolds',
  },
  {
    name: 'the seat is taken before the ledger says the payment is final',
    file: 'server/src/billing/settle-payment.ts',
    cut: '    const enrollment = transferId',
    paste:
      "    await close(payment, { status: 'enrolled' }, services);\n    const enrollment = transferId",
  },
  {
    name: 'a refund is written down before the ledger says the payment is final',
    file: 'server/src/billing/settle-payment.ts',
    cut: "    await decideRefund(\n      { refundId, paymentId, cartId, amount, currency, reason: 'no seat' },\n      services,\n    );\n    refunds.push(refundId);\n  }\n  const ending = decideEnding(payment, given.size);\n  await close(payment, { ...ending, states, seatIds }, services);\n",
    paste:
      "    refunds.push(refundId);\n  }\n  const ending = decideEnding(payment, given.size);\n  await close(payment, { ...ending, states, seatIds }, services);\n  for (const { cartId, amount } of payment.items.filter((_item, place) => states[place] === 'refunded'))\n    await decideRefund({ refundId: itemKey(paymentId, cartId), paymentId, cartId, amount, currency, reason: 'no seat' }, services);\n",
  },
  {
    name: 'a seat that is refused says nothing about the other seats of the payment',
    file: 'server/src/enrollments/seats/item-key.ts',
    cut: 'return `${paymentId}:${cartId.toHexString()}`',
    paste: 'return String(cartId) && paymentId',
  },
  {
    name: 'money is set aside for a refund once, however often it is tried',
    file: 'server/src/billing/set-aside.repo.ts',
    cut: '    if (payment?.refundIds.includes(key)) return true;\n',
  },
  {
    name: 'the sweep carries out refunds that were decided',
    without: 'settleDueRefunds',
  },
  {
    name: 'a cancellation is written down before its seat is free',
    file: 'server/src/billing/cancel-seat.ts',
    cut: '  try {\n    await beginChange(cancellation, services);',
    paste:
      "  await takeBackItem({ paymentId: wish.seat.paymentId, cartId }, () => 'refunded', services);\n  try {\n    await beginChange(cancellation, services);",
  },
  {
    name: 'a job goes on with changes of seats that were cut off',
    without: 'finishChanges',
  },
  {
    name: 'a class remembers which moves have got a seat there',
    file: 'server/src/enrollments/seats/move-seat.ts',
    cut: '  if (refusedItems.includes(given)) return { seat: findMovedSeat(campClass, move), change: null };\n',
  },
  {
    name: 'the sweep goes on with classes that were canceled',
    without: 'cancelSeatsOfClasses',
  },
];
