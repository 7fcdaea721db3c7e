import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useIsMutating } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CodeField } from '../../features/enrollment/cart/code-field.tsx';
import { HoldTime } from '../../features/enrollment/cart/hold-time.tsx';
import { ExtrasButton } from '../../features/enrollment/extras/extras-button.tsx';
import { OrderSummary } from '../../features/enrollment/payment/order-summary.tsx';
import { paymentKey } from '../../features/enrollment/payment/use-payment.ts';
import { findFirstToEnd, isProcessing, listHeld, nameSeat } from '../../lib/cart-seats.ts';
import { paths } from '../../lib/paths.ts';

type Props = {
  courses: CartItem[];
  /** Those that the server still lists among the selected courses. */
  held: CartItem[];
  /** The payer has changed what the seats cost. */
  onChanged: () => Promise<void>;
};

/** What is paid for, with everything that changes its price: extras and a code. */
export function PaymentOrder({ courses, held, onChanged }: Props) {
  const isPaying = useIsMutating({ mutationKey: paymentKey(courses) }) > 0;
  const heldUntil = findFirstToEnd(held.length > 0 ? held : courses);
  return (
    <OrderSummary
      courses={courses}
      renderExtras={(course) =>
        course.hasExtras &&
        !isProcessing(course) && (
          <fieldset disabled={isPaying} className="mt-2">
            <ExtrasButton
              cartId={course._id}
              name={nameSeat(course)}
              hasSome={course.lines?.some(({ kind }) => kind === 'extra') ?? false}
              onChanged={onChanged}
            />
          </fieldset>
        )
      }
      code={
        listHeld(held).length > 0 && (
          <fieldset disabled={isPaying}>
            <CodeField courses={courses} onChanged={onChanged} />
          </fieldset>
        )
      }
      hold={heldUntil ? <HoldTime heldUntil={heldUntil} /> : 'Your bank has decided'}
      other={
        <Link to={paths.myClasses} className="link mt-4 inline-block text-sm">
          Pay for only some of these
        </Link>
      }
    />
  );
}
