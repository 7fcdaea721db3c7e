import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { paidSeatsOptions } from './payment.queries.ts';
import { PaymentOutcome } from './payment-outcome.tsx';
import { readApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { HealthQuestions } from './health-questions.tsx';

type Props = { paymentId: string; user: User };

/** What a payment bought, as the server knows it: even after a reload, with the Back button or in another window. */
export function PaidSeats({ paymentId, user }: Props) {
  const paid = useQuery(paidSeatsOptions(paymentId, user.email));
  if (paid.isPending) return <Spinner />;
  if (paid.data)
    return <PaymentOutcome items={paid.data} next={<HealthQuestions items={paid.data} />} />;
  const { code, message } = readApiError(paid.error);
  const isAnswer = code === 'payment_refunded' || code === 'guardian_may_not';
  if (isAnswer || code === 'not_found')
    return (
      <EmptyState
        title={isAnswer ? 'About this payment' : 'We could not find this payment'}
        text={message}
        link={{ to: paths.enroll, label: 'Enrolled Course' }}
      />
    );
  return (
    <ErrorState
      title={
        code === 'payment_not_finished'
          ? 'Your bank is working on it'
          : 'Your seats could not be loaded'
      }
      text={message}
      onRetry={() => void paid.refetch()}
    />
  );
}
