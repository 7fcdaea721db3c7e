import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { readPage } from '../../../lib/read.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { usePhones } from '../../../lib/phones.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { WaiveOwed } from './waive-owed.tsx';

/** What families owe for their seats: what is overdue first. R355 */
export function OwedSeats() {
  const address = useListAddress();
  const { page, ...wanted } = address;
  const seats = useQuery(readPage('GET /owedSeats', { page, ...wanted }));
  return (
    <PagedList
      title="What is owed"
      lead="Seats whose price is paid in parts, or shared by two households; and money that the school gave back before the payment bounced. What is overdue comes first."
      label="What is owed"
      entry="amount"
      entries="amounts"
      searchLabel="Search by family, phone or class"
      noneFound={{
        title: 'Nothing found',
        text: 'Nothing that is owed matches your search.',
      }}
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
      <p className="mt-2 [overflow-wrap:anywhere]">{`${student_name}, ${className}, starts ${formatDay(camp_start)}${seat.isBounced ? '. The school gave this back before the payment bounced' : ''}${seat.owed > seat.next ? `. In all, ${say(seat.owed)} is owed` : ''}${seat.isCoPay ? '. Another household has booked it, and this one pays a share' : ''}`}</p>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{`${[phone && writePhoneNumber(phone), email].filter(Boolean).join(' · ')}${phone || email ? ' · ' : ''}${sayHowReminded(seat)}`}</p>
      {releaseOn && (
        <p className="mt-1 font-semibold">
          Released on {formatDay(releaseOn)}, unless it is paid or something is under way.
        </p>
      )}
      {!seat.isBounced && <WaiveOwed seat={seat} />}
    </article>
  );
}

function sayHowReminded({ email, isBounced, reminders }: OwedSeat): string {
  if (email === null) return 'no email address: please call';
  return isBounced ? 'no reminders: please call' : sayReminders(reminders);
}

function sayReminders(count: number): string {
  if (count === 0) return 'not reminded yet';
  return count === 1 ? 'reminded once' : `reminded ${count} times`;
}
