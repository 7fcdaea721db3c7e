import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import {
  InstallmentPlan,
  type PlannedSeat,
} from '../../features/enrollment/installments/installment-plan.tsx';
import { savedCardOptions } from '../../features/enrollment/installments/installments.queries.ts';
import { SavedCard } from '../../features/enrollment/payment/saved-card.tsx';
import { myEnrolledClassOptions } from '../../features/enrollment/seats/enrollment.queries.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** What a parent pays in parts, and the card that is charged. */
export function InstallmentsPage() {
  const { user } = useSession();
  const enrolled = useQuery({
    ...myEnrolledClassOptions(user?.email ?? ''),
    enabled: user !== null,
  });
  const card = useQuery({ ...savedCardOptions(), enabled: user !== null }).data;
  if (!user) return null;
  if (enrolled.isPending) return <Spinner />;
  if (enrolled.isError) return <LoadProblem what="Your payments" query={enrolled} />;
  const seats = enrolled.data.filter(isPlanned);
  return (
    <>
      <PageHeading lead="We charge each part to your card on its day. You can pay the rest at any time.">
        Payments in Parts
      </PageHeading>
      {seats.length === 0 ? (
        <EmptyState
          title="Nothing is paid in parts"
          text="Classes that you pay for in parts appear here."
          link={{ to: paths.enroll, label: 'Enrolled Course' }}
        />
      ) : (
        <div className="grid max-w-3xl gap-6">
          <SavedCard owner={user} />
          {seats.map((seat) => (
            <InstallmentPlan
              key={seat.cartId}
              seat={seat}
              card={card ? nameCard(card) : 'your card'}
            />
          ))}
        </div>
      )}
    </>
  );
}

function isPlanned(seat: EnrolledClass): seat is PlannedSeat {
  return seat.installments !== null;
}
