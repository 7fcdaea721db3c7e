import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import type { PayLink } from '@speakifyr/contract/pay-links.ts';
import { linkToMail } from '@speakifyr/contract/email-address.ts';
import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { formatDays, formatMoment, nameCharge } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TaxLines } from '../../../ui/tax-lines.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { CardForm } from './card-form.tsx';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import type { CardOutcome } from './card-outcome.ts';
import { stripeOptions } from './payment.queries.ts';
import { useAgreeing } from './use-agreeing.ts';

/** Nobody is signed in: the receipt goes to the family. */
const GUEST = { name: '', email: '' };

type Props = {
  /** The code of the address; may be empty. */
  linked: string;
};

/** Pays for reserved seats with a code, without an account. R582 */
export function PayByLink({ linked }: Props) {
  const change = useChange('POST /payLink');
  const [code, setCode] = useState(linked);
  const [found, setFound] = useState<PayLink>();
  const first = useQuery({
    queryKey: ['payLink', linked],
    queryFn: () => change.mutateAsync({ body: { code: linked } }),
    enabled: linked !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const link = found ?? first.data;
  if (link && link.state !== 'open') return <Over state={link.state} />;
  if (link)
    return (
      <Seats
        code={code}
        link={link}
        onChange={async (more) => {
          const next = await change.mutateAsync({ body: { code, ...more } });
          setFound(next);
          return next;
        }}
      />
    );
  if (first.isLoading) return <CardFormSkeleton />;
  return (
    <CodeForm
      linked={linked}
      problem={first.isError ? sayProblem(first.error) : undefined}
      onFound={(typed, answer) => {
        setCode(typed);
        setFound(answer);
      }}
    />
  );
}

type CodeProps = {
  linked: string;
  problem: string | undefined;
  onFound: (code: string, link: PayLink) => void;
};

function CodeForm({ linked, problem, onFound }: CodeProps) {
  const form = useCallForm('POST /payLink', {
    defaultValues: { code: linked },
    toInput: ({ code }) => ({ body: { code } }),
  });
  return (
    <Form
      noValidate
      className="grid max-w-md gap-4"
      form={form}
      fieldOfCode={{ code_unknown: 'code' }}
      onSubmit={async (values) => onFound(values.code, await form.send(values))}
    >
      <p>The school has told you a code. With it, you pay for the seats that it has reserved.</p>
      <FormProblem>{problem}</FormProblem>
      <Field
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        hint="12 letters and digits, such as K7QM-2ZPA-9RXC"
        {...form.register('code')}
      />
      <SubmitButton>Show the seats</SubmitButton>
    </Form>
  );
}

type SeatsProps = {
  code: string;
  link: PayLink;
  /** Asks again, to start the payment or to record it. */
  onChange: (more: {
    price?: number;
    currency?: string;
    texts?: PaidTexts;
    transactionId?: string;
  }) => Promise<PayLink>;
};

function Seats({ code, link, onChange }: SeatsProps) {
  const { seats, amount, heldUntil } = link;
  const price = amount / 100;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [note, setNote] = useState('');
  const stripe = useQuery(stripeOptions());
  const started = useQuery({
    queryKey: ['payLink', code, price],
    queryFn: () => onChange({ price, currency: SCHOOL.currency }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const clientSecret = started.data?.clientSecret;
  const agree = useAgreeing(clientSecret, (texts) =>
    onChange({ price, currency: SCHOOL.currency, texts }),
  );

  async function pay(confirm: () => Promise<CardOutcome>) {
    setBusy(true);
    setRefusal(undefined);
    const outcome = await confirm();
    if (outcome.state === 'refused') setRefusal(outcome.message);
    if (outcome.state === 'processing')
      setNote(
        'Your bank is working on it. The school hears of it by itself: you can close this page.',
      );
    if (outcome.state === 'ended' || outcome.state === 'paid')
      await onChange(
        outcome.state === 'paid' ? { transactionId: outcome.transactionId } : {},
      ).catch(() =>
        setNote(
          outcome.state === 'paid'
            ? 'You paid. The school hears of it by itself, so please don’t pay again.'
            : 'This payment was stopped, and nothing was charged.',
        ),
      );
    setBusy(false);
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <section aria-label="Your order" className="card bg-base-100 shadow-card px-5 py-4">
        <ul className="divide-base-300 divide-y">
          {seats.map((seat, place) => (
            <li key={place} className="flex justify-between gap-4 py-3 [overflow-wrap:anywhere]">
              <span>
                <span className="font-semibold">{seat.className}</span>
                <span className="text-base-content/80 block text-sm">
                  {formatDays(seat.camp_start, seat.camp_end)}
                </span>
              </span>
              <span className="whitespace-nowrap tabular-nums">
                {nameCharge(seat.amount / 100)}
              </span>
            </li>
          ))}
        </ul>
        <p className="border-base-300 mt-2 border-t pt-3 text-lg font-bold">
          {`Together: ${nameCharge(price)}`}
        </p>
        <TaxLines taxes={link.taxes} className="text-sm" />
        {heldUntil && (
          <p className="text-base-content/80 mt-1">{`Reserved until ${formatMoment(new Date(heldUntil))}`}</p>
        )}
      </section>
      <Card
        problem={started.isError ? sayProblem(started.error) : undefined}
        isFailed={stripe.isError}
        onRetry={() => void stripe.refetch()}
      >
        {note ? (
          <p role="status" className="font-semibold">
            {note}
          </p>
        ) : stripe.data && clientSecret ? (
          <Elements stripe={stripe.data}>
            <CardForm
              clientSecret={clientSecret}
              price={price}
              student={GUEST}
              isBusy={isBusy}
              refundRule={undefined}
              refusal={refusal}
              stays={undefined}
              agree={agree}
              onPay={(confirm) => void pay(confirm)}
            />
          </Elements>
        ) : (
          <CardFormSkeleton />
        )}
      </Card>
    </div>
  );
}

type CardProps = {
  problem: string | undefined;
  isFailed: boolean;
  onRetry: () => void;
  children: ReactNode;
};

function Card({ problem, isFailed, onRetry, children }: CardProps) {
  if (isFailed) return <ErrorState title="The card form could not be loaded" onRetry={onRetry} />;
  return problem === undefined ? children : <FormProblem>{problem}</FormProblem>;
}

const OVER = {
  paid: {
    title: 'These seats are paid. Thank you!',
    text: 'The family gets the receipt and everything to know from the school.',
  },
  over: {
    title: 'These seats are no longer reserved',
    text: 'At least one of them was paid for, and one was not given or has ended since. The family reads from the school what comes back.',
  },
  ended: {
    title: 'These seats are no longer reserved',
    text: 'You have not been charged. The school can reserve them again, if there is still room.',
  },
};

function Over({ state }: { state: keyof typeof OVER }) {
  return (
    <div role="status" className="grid gap-3">
      <h2 className="text-2xl font-bold">{OVER[state].title}</h2>
      <p>{OVER[state].text}</p>
      <p>
        Questions?{' '}
        <a
          href={SCHOOL.phone ? linkToPhone(SCHOOL.phone) : linkToMail(SCHOOL.email)}
          className="link"
        >
          {SCHOOL.phone || SCHOOL.email}
        </a>
      </p>
    </div>
  );
}

function sayProblem(error: unknown): string {
  const { message, fields } = readApiError(error);
  return fields?.['body.code'] ?? message;
}
