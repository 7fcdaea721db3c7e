import type { ReactNode } from 'react';
import { CardFormSkeleton } from '../../features/enrollment/payment/card-form-skeleton.tsx';
import { OrderSummarySkeleton } from '../../features/enrollment/payment/order-summary.tsx';

/** What is paid for, beside the card field. */
export function PaymentLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    // On a phone the order is above the card field.
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="lg:order-last">{summary}</div>
      <section className="card bg-base-100 shadow-card p-5 sm:p-8">{children}</section>
    </div>
  );
}

/** Before it is known what is paid for. */
export function LoadingPayment() {
  return (
    <PaymentLayout summary={<OrderSummarySkeleton />}>
      <CardFormSkeleton />
    </PaymentLayout>
  );
}
