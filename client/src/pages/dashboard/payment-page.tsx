import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { myClassOptions, refreshSeats } from '../../features/cart/cart.queries.ts';
import { HoldTime } from '../../features/cart/hold-time.tsx';
import { JoinAgainButton } from '../../features/cart/join-again-button.tsx';
import { CardFormSkeleton } from '../../features/payment/card-form-skeleton.tsx';
import { Checkout } from '../../features/payment/checkout.tsx';
import { OrderSummary, OrderSummarySkeleton } from '../../features/payment/order-summary.tsx';
import { readApiError } from '../../lib/api.ts';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { linkToPayment, paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** The course comes in the navigation's state (spec section 2), or after a reload or a pasted link from the address. */
export function PaymentPage() {
  const { user } = useSession();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const cartId = search.get('cartId') ?? readCartId(state);
  if (!user) return null;
  if (!cartId) return <Navigate to={paths.myClasses} replace />;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.payment} />
      <Link to={paths.myClasses} className="btn btn-ghost btn-sm mb-3 -ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Selected Course
      </Link>
      <h1 className="mb-6 text-3xl font-extrabold">Payment</h1>
      <PaymentOf key={cartId} cartId={cartId} user={user} />
    </>
  );
}

function PaymentOf({ cartId, user }: { cartId: string; user: User }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const cart = useQuery(myClassOptions(user.email));
  const held = cart.data?.find(({ _id }) => _id === cartId);
  // Kept if it leaves the list: that happens during a payment, when the webhook is faster than this page.
  const [lastHeld, setLastHeld] = useState<CartItem>();
  if (held && held !== lastHeld) setLastHeld(held);
  const course = held ?? lastHeld;

  const refresh = () => void refreshSeats(queryClient);

  // A course that was just joined may be missing from the cached list.
  if (cart.isPending || (!course && cart.isFetching))
    return (
      <PaymentLayout summary={<OrderSummarySkeleton />}>
        <CardFormSkeleton />
      </PaymentLayout>
    );
  if (!course && cart.isError)
    return (
      <ErrorState
        title="Your selected course could not be loaded"
        text={readApiError(cart.error).message}
        onRetry={() => void cart.refetch()}
      />
    );
  if (!course) return <NotSelected />;
  return (
    <PaymentLayout
      summary={<OrderSummary course={course} hold={<HoldTime heldUntil={course.heldUntil} />} />}
    >
      <Checkout
        course={course}
        isHeld={Boolean(held)}
        student={user}
        onSeatChange={refresh}
        onPaid={refresh}
        onEnrolled={() => void navigate(paths.enroll, { state: { emailed: 'receipt' } })}
        rejoin={
          <JoinAgainButton
            course={course}
            onJoined={(joined) => void navigate(linkToPayment(...joined), { replace: true })}
          />
        }
      />
    </PaymentLayout>
  );
}

/** For an old link or a second window: the course was paid for, removed, or its hold ended. */
function NotSelected() {
  return (
    <EmptyState
      title="This course is not among your selected courses"
      text="It was paid for or removed, or the time for its seat ran out."
      action={
        <>
          <Link to={paths.myClasses} className="btn btn-primary">
            Back to Selected Course
          </Link>
          <Link to={paths.enroll} className="btn btn-ghost">
            Enrolled Course
          </Link>
        </>
      }
    />
  );
}

function PaymentLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <section className="card bg-base-100 shadow-card p-5 sm:p-8">{children}</section>
      {summary}
    </div>
  );
}

function readCartId(state: unknown): string | undefined {
  if (typeof state !== 'object' || !state || !('cartId' in state)) return undefined;
  return typeof state.cartId === 'string' ? state.cartId : undefined;
}
