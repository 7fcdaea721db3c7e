import { useParams, useSearchParams } from 'react-router-dom';
import { HoldTime } from '../../features/enrollment/cart/hold-time.tsx';
import { Family } from '../../features/families/page/family.tsx';
import { PaymentRow } from '../../features/ledger/payments/payment-row.tsx';
import { CallTopics } from '../../features/messages/calls/call-topics.tsx';
import { MailRow } from '../../features/messages/outbox/mail-row.tsx';
import { ChangeSeat } from '../../features/enrollment/admin/change-seat.tsx';
import { ChooseExtrasButton } from '../../features/enrollment/admin/choose-extras.tsx';
import { MakePayLink } from '../../features/enrollment/admin/make-pay-link.tsx';
import { PayBack } from '../../features/enrollment/admin/pay-back.tsx';
import { BookTransfer } from '../../features/enrollment/admin/book-transfer.tsx';
import { BouncePayment } from '../../features/enrollment/admin/bounce-payment.tsx';
import { FamilyCredit } from '../../features/enrollment/admin/family-credit.tsx';
import { PutOnList } from '../../features/enrollment/admin/put-on-list.tsx';
import { RecordMoney } from '../../features/enrollment/admin/record-money.tsx';
import { ReleaseHold } from '../../features/class-admin/people/release-hold.tsx';
import { ReserveSeat } from '../../features/enrollment/admin/reserve-seat.tsx';
import { RefundPayment } from '../../features/enrollment/admin/refund-payment.tsx';

// Rules: R222.
export function AdminFamilyPage() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  return (
    <Family
      key={id}
      id={id}
      classId={address.get('class') ?? ''}
      renderTransfer={(family) => (
        <BookTransfer family={family} requestId={address.get('transfer') ?? ''} />
      )}
      renderHold={(heldUntil) => <HoldTime heldUntil={heldUntil} hasDay />}
      renderReserve={(family, onChanged) => (
        <>
          <ReserveSeat family={family} onDone={onChanged} />
          <PutOnList family={family} onDone={onChanged} />
          <MakePayLink family={family} />
        </>
      )}
      renderHeldActions={(seat, family, onChanged) => (
        <>
          {(seat.person.isOffered || seat.person.isReserved) &&
            family.account.status === 'active' && (
              <ReserveSeat family={family} kept={seat} onDone={onChanged} />
            )}
          <RecordMoney person={seat.person} family={family} onDone={onChanged} />
          <ReleaseHold hold={seat.person} classId={seat.campClass._id} onReleased={onChanged} />
          <ChooseExtrasButton person={seat.person} campClass={seat.campClass} onDone={onChanged} />
        </>
      )}
      renderActions={(person, campClass, family, onChanged) => (
        <>
          {person.owed.length > 0 && (
            <RecordMoney person={person} family={family} onDone={onChanged} />
          )}
          <ChangeSeat person={person} campClass={campClass} onChanged={onChanged} />
        </>
      )}
      renderCredit={(family, onChanged) => (
        <FamilyCredit
          id={family.account._id}
          isActive={family.account.status === 'active'}
          onDone={onChanged}
        />
      )}
      renderPayment={(payment, onChanged) => (
        <PaymentRow key={payment._id} payment={payment} receipt={payment.receipt}>
          <RefundPayment payment={payment} />
          <BouncePayment payment={payment} onDone={onChanged} />
          <PayBack payment={payment} onDone={onChanged} />
        </PaymentRow>
      )}
      renderCalls={({ account, calls }) => <CallTopics name={account.name} topics={calls} />}
      renderMail={(mail) => <MailRow key={mail._id} mail={mail} />}
    />
  );
}
