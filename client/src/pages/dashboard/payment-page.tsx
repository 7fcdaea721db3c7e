import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { myEnrolledClassOptions } from '../../features/enrollment/seats/enrollment.queries.ts';
import { refreshSeats } from '../../features/enrollment/cart/cart.queries.ts';
import { installmentOfferOptions } from '../../features/enrollment/installments/installments.queries.ts';
import { PayChoice } from '../../features/enrollment/installments/pay-choice.tsx';
import { JoinAgainButton } from '../../features/enrollment/cart/join-again-button.tsx';
import { CardFormSkeleton } from '../../features/enrollment/payment/card-form-skeleton.tsx';
import { Checkout } from '../../features/enrollment/payment/checkout.tsx';
import { MissingSeatsNotice } from '../../features/enrollment/payment/missing-seats-notice.tsx';
import { paidSeatsOptions } from '../../features/enrollment/payment/payment.queries.ts';
import { isJoined, listPayable, sumPrices } from '../../lib/cart-seats.ts';
import { read } from '../../lib/read.ts';
import { summarizeTerms } from '../../lib/refund-words.ts';
import { readToday } from '../../lib/format.ts';
import { readAgain } from '../../lib/use-change.ts';
import { useSession } from '../../session/auth.tsx';
import { linkToPayment, paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { BackLink } from './back-link.tsx';
import { LoadingPayment, PaymentLayout } from './payment-layout.tsx';
import { PaymentOrder } from './payment-order.tsx';
import { RestPayment } from './rest-payment.tsx';

/**
 * The course comes in the navigation's state (spec section 2), or after a reload or a pasted link from the address.
 * Several come in the address: `?carts=`. Without any, it is the whole cart. `?rest=` is a seat for which something is owed.
 * R131, R233
 */
export function PaymentPage() {
  const { user } = useSession();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const cartIds = readCartIds(search, state);
  if (!user) return null;
  const rest = search.get('rest');
  return (
    <>
      {rest ? (
        <BackLink to={paths.enroll} label="Enrolled Course" />
      ) : (
        <BackLink to={paths.myClasses} label="Selected Course" />
      )}
      <PageHeading>Payment</PageHeading>
      {rest ? (
        <RestPayment key={rest} cartId={rest} isAll={search.has('all')} user={user} />
      ) : cartIds.length === 0 ? (
        <WholeCart user={user} />
      ) : (
        <PaymentOf key={cartIds.join()} cartIds={cartIds} user={user} />
      )}
    </>
  );
}

/** Everything in the cart that can be paid for, as an address that survives a reload. */
function WholeCart({ user }: { user: User }) {
  const cart = useQuery(read('GET /myclass', { query: { email: user.email } }));
  if (cart.isFetching) return <LoadingPayment />;
  const payable = listPayable(cart.data ?? []);
  const isEmpty = payable.length === 0;
  return (
    <Navigate
      to={isEmpty ? paths.myClasses : linkToPayment(...payable.map(({ _id }) => _id))}
      replace
    />
  );
}

function PaymentOf({ cartIds, user }: { cartIds: string[]; user: User }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const cart = useQuery(read('GET /myclass', { query: { email: user.email } }));
  const policy = useQuery(read('GET /refundPolicy')).data;
  // Kept if they leave the list: that happens during a payment, when the webhook is faster than this page.
  const [seen, setSeen] = useState<CartItem[]>([]);
  const [isInParts, setInParts] = useState(false);
  // The text that the payer has agreed to. Other parts need another yes.
  const [agreed, setAgreed] = useState<string>();
  const [isChanging, setChanging] = useState(false);
  const [changes, setChanges] = useState(0);
  const courses = cartIds.flatMap((cartId) => findCourse(cartId, cart.data, seen));
  const isComplete = courses.length === cartIds.length;
  const {
    data: offer,
    isLoading: isOfferLoading,
    refetch: askForOffer,
  } = useQuery(installmentOfferOptions(user.email, isComplete ? courses : []));
  const parts = isInParts && offer ? offer : undefined;
  if (courses.some((course) => !seen.includes(course))) setSeen(courses);
  const isSeveral = cartIds.length > 1;
  // Courses that have become free are not paid for with the others.
  const held = courses.filter(
    (course) => cart.data?.includes(course) && !(isSeveral && course.price === 0),
  );

  const refundRule = policy && describeRule(policy, courses);

  const refresh = () => void refreshSeats(queryClient);

  /** The payer has changed the price: the card form starts again with the new one. */
  async function startAgain() {
    setChanging(true);
    await readAgain(queryClient, ['GET /myclass']);
    setChanging(false);
    setChanges((before) => before + 1);
  }

  function finish(items: PaidItem[], paymentId: string) {
    // Shown at once; a reload asks the server.
    queryClient.setQueryData(paidSeatsOptions(paymentId, user.email).queryKey, items);
    const state = items.length > 0 ? { paid: paymentId } : { emailed: 'receipt' };
    void navigate(paths.enroll, { state, replace: true });
  }

  // A course that was just joined may be missing from the cached list.
  if (cart.isPending || (!isComplete && cart.isFetching)) return <LoadingPayment />;
  const [course] = courses;
  if (!course && cart.isError) return <LoadProblem what="Your selected course" query={cart} />;
  if (!course) return <PaidOrGone cartIds={cartIds} user={user} />;
  const summary = <PaymentOrder courses={courses} held={held} onChanged={startAgain} />;
  // Some were gone before the page was opened.
  if (!isComplete)
    return (
      <PaymentLayout summary={summary}>
        <MissingSeatsNotice courses={courses} left={held} />
      </PaymentLayout>
    );
  // The choice is above the card: if it came later, it would push the card away while people type.
  if (isOfferLoading || isChanging)
    return (
      <PaymentLayout summary={summary}>
        <CardFormSkeleton />
      </PaymentLayout>
    );
  return (
    <PaymentLayout summary={summary}>
      {offer && (
        <PayChoice
          offer={offer}
          price={sumPrices(courses)}
          isInParts={isInParts}
          isAgreed={agreed === offer.text}
          onChoose={setInParts}
          onAgree={(isAgreed) => setAgreed(isAgreed ? offer.text : undefined)}
        />
      )}
      {parts && agreed !== parts.text ? (
        <p>Tick the box above to go on to the card.</p>
      ) : (
        <Checkout
          key={`${changes} ${parts?.text}`}
          parts={parts}
          courses={courses}
          held={held}
          student={user}
          refundRule={refundRule}
          onSeatChange={() => {
            refresh();
            if (parts) void askForOffer();
          }}
          onPaid={refresh}
          onEnrolled={finish}
          rejoin={
            !isSeveral &&
            isJoined(course) && (
              <JoinAgainButton
                course={course}
                onJoined={(joined) => void navigate(linkToPayment(...joined), { replace: true })}
              />
            )
          }
        />
      )}
    </PaymentLayout>
  );
}

/**
 * What canceling these seats refunds, in one sentence; with the days if it is a single class. The difference for a move
 * has today's policy, and what was paid before keeps its own.
 */
function describeRule(terms: RefundTerms, courses: CartItem[]): string {
  const [course] = courses;
  const rule = summarizeTerms(
    terms,
    course && courses.length === 1
      ? { campStart: course.camp_start, today: readToday() }
      : undefined,
  );
  if (!courses.some(({ movesFrom }) => movesFrom)) return rule;
  return `This is for the difference; what you paid before keeps its refund policy. ${rule}`;
}

/** The latest that is known about a cart entry. */
function findCourse(cartId: string, listed: CartItem[] | undefined, seen: CartItem[]): CartItem[] {
  const isIt = ({ _id }: CartItem) => _id === cartId;
  const course = listed?.find(isIt) ?? seen.find(isIt);
  return course ? [course] : [];
}

/** None of it is in the cart: it was paid for, perhaps in a window that is closed now, or it is gone. */
function PaidOrGone({ cartIds, user }: { cartIds: string[]; user: User }) {
  const enrolled = useQuery(myEnrolledClassOptions(user.email));
  if (enrolled.isPending) return <Spinner />;
  const paid = enrolled.data?.find(
    ({ cartId, isPayer, transactionId }) =>
      cartIds.includes(cartId) && isPayer && /^(pi|credit)_/.test(transactionId),
  );
  return paid ? (
    <Navigate to={paths.enroll} state={{ paid: paid.transactionId }} replace />
  ) : (
    <NotSelected />
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

/** The cart entries to pay for: several or one from the address, or one from the navigation's state. */
function readCartIds(search: URLSearchParams, state: unknown): string[] {
  const carts = search.get('carts')?.split(',').filter(Boolean) ?? [];
  if (carts.length > 0) return [...new Set(carts)];
  const cartId = search.get('cartId') ?? readCartId(state);
  return cartId ? [cartId] : [];
}

function readCartId(state: unknown): string | undefined {
  if (typeof state !== 'object' || !state || !('cartId' in state)) return undefined;
  return typeof state.cartId === 'string' ? state.cartId : undefined;
}
