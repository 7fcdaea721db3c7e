import type { CartItem } from '@speakifyr/contract/cart.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { Elements } from '@stripe/react-stripe-js';
import type { ReactNode } from 'react';
import { findFirstToEnd, nameOrder } from '../../../lib/cart-seats.ts';
import { stripePublishableKey } from '../../../lib/config.ts';
import { formatMoment } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import { CardForm } from './card-form.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { CreditChoice, CreditStays, PayWithCredit } from './credit-choice.tsx';
import { hasWallets } from './has-wallets.ts';
import { MissingSeatsNotice } from './missing-seats-notice.tsx';
import { PayWithSavedCard } from './pay-with-saved-card.tsx';
import { PaymentEndNotice, PaymentRefusalNotice, PriceChangedNotice } from './payment-faces.tsx';
import { type CheckoutOrder, useCheckout } from './use-checkout.ts';
import { WalletButtons } from './wallet-buttons.tsx';

/** Shown when the payment was stopped because the hold on its seat ended. A new payment may be possible. */
const STOPPED = 'This payment was stopped, and nothing was charged. Please try again.';

type Props = CheckoutOrder & {
  /** The refund policy in a sentence, once it is known. */
  refundRule: string | undefined;
  /** A button to join again, for a seat that is no longer held or has become free of charge. */
  rejoin: ReactNode;
};

/** The payment of selected courses by card or wallet, from the client secret to the enrollment, with every outcome. */
export function Checkout(props: Props) {
  const { courses, held, parts, student, refundRule, isRest, rejoin } = props;
  const checkout = useCheckout(props);
  const { state, screen, isBusy, price, priceNow, credit, clientSecret, agree, pay } = checkout;
  const refusal = sayRefusal(state);
  const creditChoice = !parts && (
    <>
      {credit.tooLittle > 0 && <CreditStays amount={credit.tooLittle} />}
      {credit.most > 0 && (
        <CreditChoice
          most={credit.most}
          total={toCents(price)}
          isUsed={credit.used > 0}
          isRest={isRest}
          isBusy={isBusy}
          onChange={checkout.chooseCredit}
        />
      )}
    </>
  );

  switch (screen.name) {
    case 'over':
      return (
        <PaymentEndNotice
          end={screen.end}
          courseName={nameOrder(courses)}
          price={price}
          isBusy={isBusy}
          onRecordAgain={(paid) => pay(() => Promise.resolve(paid))}
        />
      );
    case 'seats gone':
      return <MissingSeatsNotice courses={courses} left={held} />;
    case 'price changed':
      return (
        <PriceChangedNotice
          count={courses.length}
          shown={price}
          now={priceNow}
          onAgree={checkout.agreeToPrice}
        />
      );
    case 'refused':
      return (
        <PaymentRefusalNotice
          refusal={screen.refusal}
          courses={courses}
          rejoin={rejoin}
          onRetry={checkout.askAgain}
        />
      );
    case 'credit':
      return (
        <>
          {!screen.isFree && creditChoice}
          <PayWithCredit
            order={{ courses, price: credit.used / 100 }}
            isBusy={isBusy}
            refusal={refusal}
            onPay={pay}
          />
        </>
      );
    case 'no card form':
      return (
        <ErrorState
          title="The card form could not be loaded"
          onRetry={checkout.loadCardFormAgain}
        />
      );
    case 'loading':
      return <CardFormSkeleton />;
    case 'saved card':
      return (
        <>
          {creditChoice}
          <PayWithSavedCard
            card={screen.card}
            stripe={screen.stripe}
            clientSecret={clientSecret}
            price={price}
            isBusy={isBusy}
            refusal={refusal}
            onPay={pay}
            onOtherCard={checkout.chooseOtherCard}
          />
        </>
      );
    case 'card form':
      return (
        <>
          {!screen.isFree && creditChoice}
          {clientSecret &&
            !screen.isFree &&
            !parts &&
            hasWallets(stripePublishableKey, window.location.protocol) && (
              <WalletButtons
                stripe={screen.stripe}
                clientSecret={clientSecret}
                isBusy={isBusy}
                agree={agree}
                onPay={pay}
              />
            )}
          <Elements stripe={screen.stripe}>
            <CardForm
              clientSecret={clientSecret}
              price={screen.isFree ? 0 : (toCents(price) - credit.used) / 100}
              isFirstPart={parts !== undefined}
              student={student}
              isBusy={isBusy}
              refundRule={refundRule}
              refusal={refusal}
              stays={state.name === 'declined' && state.isUncharged ? sayStays(held) : undefined}
              agree={agree}
              onPay={pay}
            />
            {screen.isFree && <div className="mt-3">{rejoin}</div>}
          </Elements>
        </>
      );
  }
}

/** Why the last try failed. */
function sayRefusal(state: CheckoutState): string | undefined {
  if (state.name === 'paying') return sayRefusal(state.after);
  if (state.name === 'stopped') return STOPPED;
  return state.name === 'declined' ? state.message : undefined;
}

/** Says after a declined card, or a failed 3-D Secure, that nothing was lost. */
function sayStays(held: CartItem[]): string | undefined {
  const heldUntil = findFirstToEnd(held);
  if (!heldUntil) return undefined;
  const seats = held.length === 1 ? 'Your seat is' : 'Your seats are';
  return `You have not been charged. ${seats} held until ${formatMoment(new Date(heldUntil))}.`;
}
