import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { nameCharge } from '../../../lib/format.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { MoneyForm } from './money-form.tsx';
import { namePayer } from './say-who-hears.ts';

/** The button that refunds some of a payment; all seats stay. Renders nothing if there is no money to refund. */
export function RefundPayment({ payment }: { payment: ListedPayment }) {
  const { _id: paymentId, name, email, currency, state, refunds } = payment;
  // What failed, or waits to be given back by hand, is promised already.
  const kept = payment.kept - sumAmounts(refunds.filter((one) => one.state === 'failed'));
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (kept <= 0 || state === 'open' || state === 'canceled') return null;
  const sum = (cents: number) => nameCharge(cents / 100, currency);
  const who = name.trim() || email;

  async function end(amount: number) {
    setOpen(false);
    await showSuccess(`${sum(amount)} will be refunded`);
  }

  return (
    <>
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setOpen(true)}>
        <Undo2 className="size-4" aria-hidden="true" />
        Refund <span className="sr-only">a part of the payment of {who}</span>
      </button>
      {isOpen && (
        <ModalDialog title={`Refund to ${who}`} isBusy={isBusy} onClose={() => setOpen(false)}>
          <MoneyForm
            most={kept}
            least={1}
            currency={currency}
            summarize={(amount) => [
              `${sum(amount)} will be refunded to ${namePayer(email)}, the way it was paid. The school keeps ${sum(kept - amount)}.`,
              'All seats of this payment stay.',
              'This can’t be undone.',
            ]}
            confirm="Yes, give it back"
            toBody={(_amount, requestId) => ({ paymentId, requestId })}
            onBusy={setBusy}
            onDone={(amount) => void end(amount)}
            onCancel={() => setOpen(false)}
          >
            <p>
              The school keeps {sum(kept)} of this payment and has promised it to nobody. To cancel
              a seat instead, follow the link to its class.
            </p>
          </MoneyForm>
        </ModalDialog>
      )}
    </>
  );
}
