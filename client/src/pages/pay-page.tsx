import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';

// Stripe's card form: no other public page needs it.
const PayByLink = lazy(async () => ({
  default: (await import('../features/enrollment/payment/pay-by-link.tsx')).PayByLink,
}));

/** Where a payment link leads: its code is behind the `#`, so that no server gets it with the address. */
export function PayPage() {
  const { hash } = useLocation();
  return (
    <div className="page py-10 md:py-16">
      <PageHead {...PAGE_HEADS.pay()} />
      <h1 className="mb-6 text-4xl font-bold">Pay for reserved seats</h1>
      <Suspense fallback={<Spinner />}>
        <PayByLink key={hash} linked={hash.slice(1)} />
      </Suspense>
    </div>
  );
}
