import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { OwedSeat, OwedTotal } from '@speakifyr/contract/owed-seats.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { loadAll } from '../../../lib/load-all.ts';
import { read, readPage, toQuery } from '../../../lib/read.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { usePhones } from '../../../lib/phones.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { CsvButton } from '../../../ui/csv-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

const FILTERS = { late: oneOf(['true'] as const) };

/** What families owe, what is overdue first, with the sums. R355 */
export function OwedSeats() {
  const address = useListAddress(FILTERS);
  const { search, filters, setFilter } = address;
  const seats = useQuery(readPage('GET /owedSeats', address));
  const totals = useQuery(read('GET /owedTotals'));
  return (
    <PagedList
      title="What is owed"
      lead="Seats whose price is paid in parts, or shared by two households; seats that are reserved until they are paid; and money that the school gave back before the payment bounced. What is overdue comes first."
      label="What is owed"
      entry="amount"
      entries="amounts"
      searchLabel="Search by family, phone or class"
      noneFound={{
        title: 'Nothing found',
        text: 'Nothing that is owed matches your search.',
      }}
      tools={
        <>
          {!totals.isError && <OwedTotals totals={totals.data} />}
          <ListFilters>
            <FilterSelect
              label="Due"
              all="At any time"
              options={[{ value: 'true', label: 'Overdue' }]}
              value={filters.late}
              onChange={(value) => setFilter('late', value)}
            />
            <CsvButton
              fileName="owed.csv"
              load={() => loadAll('GET /owedSeats', { query: toQuery({ search, filters }) })}
              headings={HEADINGS}
              toRows={(items) => items.map(listCells)}
            />
          </ListFilters>
        </>
      }
      rowClass="h-48"
      address={address}
      list={seats}
      empty={{
        title: 'Nothing is owed',
        text: 'When you record a deposit for a seat, the rest shows here.',
        link: { to: paths.families, label: 'Families' },
      }}
      row={(seat) => <Owed seat={seat} />}
    />
  );
}

/** How much is owed in all, and how much of it is overdue. */
function OwedTotals({ totals }: { totals: OwedTotal[] | undefined }) {
  if (!totals) return <div className="skeleton mb-5 h-22" role="status" aria-label="Loading" />;
  const say = (read: (total: OwedTotal) => number) =>
    totals.map((total) => nameCharge(read(total) / 100, total.currency)).join(' + ') ||
    nameCharge(0);
  return (
    <dl
      aria-label="Totals"
      className="card bg-base-100 shadow-card mb-5 grid grid-cols-2 gap-4 p-5 tabular-nums"
    >
      <div>
        <dt className="text-base-content/80 text-sm">Owed in all</dt>
        <dd className="text-lg font-bold">{say(({ amount }) => amount)}</dd>
      </div>
      <div>
        <dt className="text-base-content/80 text-sm">Overdue</dt>
        <dd className="text-lg font-bold">{say(({ overdue }) => overdue)}</dd>
      </div>
    </dl>
  );
}

const HEADINGS = [
  ...['Due', 'Due amount', 'Owed in all', 'Currency', 'Family', 'Email', 'Phone'],
  ...['For', 'Class', 'First day', 'Reason'],
];

/** What is owed, for a spreadsheet. */
function listCells(seat: OwedSeat): CsvCell[] {
  const { due, next, owed, currency, name, email, phone, student_name, className } = seat;
  return [
    due,
    next / 100,
    owed / 100,
    currency,
    name,
    email ?? '',
    phone ?? '',
    student_name,
    className,
    seat.camp_start,
    REASONS[seat.kind],
  ];
}

const REASONS: Record<OwedSeat['kind'], string> = {
  seat: 'Paid in parts',
  reservation: 'Reserved until it is paid',
  bounce: 'The school gave this back before the payment bounced',
};

function Owed({ seat }: { seat: OwedSeat }) {
  const { name, email, phone, student_name, className, camp_start, due, releaseOn } = seat;
  const { writePhoneNumber } = usePhones();
  const isLate = due < readToday();
  const say = (cents: number) => nameCharge(cents / 100, seat.currency);
  return (
    <article className="card bg-base-100 shadow-card p-5 sm:p-7">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-xl font-bold [overflow-wrap:anywhere]">
          <Link to={linkToFamily(seat.familyId)} className="link">
            {name.trim() || email || 'Family'}
          </Link>
        </h2>
        <p
          className={`font-semibold ${isLate ? 'text-error' : ''}`}
        >{`${say(seat.next)} ${isLate ? 'was due' : 'due'} ${formatDay(due)}`}</p>
      </header>
      <p className="mt-2 [overflow-wrap:anywhere]">{`${student_name}, ${className}, starts ${formatDay(camp_start)}${seat.kind === 'seat' ? '' : `. ${REASONS[seat.kind]}`}${seat.owed > seat.next ? `. In all, ${say(seat.owed)} is owed` : ''}${seat.isCoPay ? '. Another household has booked it, and this one pays a share' : ''}`}</p>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{`${[phone && writePhoneNumber(phone), email].filter(Boolean).join(' · ')}${phone || email ? ' · ' : ''}${sayHowReminded(seat)}`}</p>
      {releaseOn && (
        <p className="mt-1 font-semibold">
          Released on {formatDay(releaseOn)}, unless it is paid or something is under way.
        </p>
      )}
      {seat.kind === 'seat' && <WaiveOwed seat={seat} />}
    </article>
  );
}

function sayHowReminded({ email, kind, reminders }: OwedSeat): string {
  if (email === null) return 'no email address: please call';
  return kind === 'bounce' ? 'no reminders: please call' : sayReminders(reminders);
}

function sayReminders(count: number): string {
  if (count === 0) return 'not reminded yet';
  return count === 1 ? 'reminded once' : `reminded ${count} times`;
}

type Props = { seat: OwedSeat };

/** The office waives what somebody owes for a seat. R505 */
function WaiveOwed({ seat }: Props) {
  const { name, email, student_name } = seat;
  const who = `${name.trim() || email}, ${student_name}`;
  const label = (
    <>
      Waive it <span className="sr-only">for {who}</span>
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-sm mt-3"
      label={label}
      title="Waive what is owed"
      onDone={() => {}}
    >
      {(dialog) => <WaiveForm seat={seat} dialog={dialog} />}
    </FormDialog>
  );
}

function WaiveForm({ seat, dialog }: Props & { dialog: DialogForm }) {
  const { _id: id, owed: amount, currency, student_name, className } = seat;
  const form = useCallForm('POST /owedSeats/:id/waive', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ params: { id }, body: { amount, note } }),
  });
  const sum = nameCharge(amount / 100, currency);

  async function waive(values: { note: string }) {
    await form.send(values);
    return `${sum} is waived`;
  }

  return (
    <FormInDialog dialog={dialog} form={form} label="Waive" onSubmit={waive}>
      <p>
        The family no longer owes {sum} for {student_name} in {className}. The seat stays and costs
        that much less, without discounts. What was paid stays paid. Tell the family: they get no
        email.
      </p>
      <Field
        label="Reason, for the audit log"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
    </FormInDialog>
  );
}
