import type { CampClass } from '@speakifyr/contract/classes.ts';
import { Link } from 'react-router-dom';
import { formatMonth } from '../../lib/format.ts';
import { FEW_LEFT } from '../../lib/few-left.ts';
import { linkToClass } from '../../lib/paths.ts';
import { countOf } from '../../lib/count-of.ts';
import { EnteringItem } from '../../ui/entering-item.tsx';
import { AddedTax, PriceToday } from './early-price.tsx';
import { nameTeacher } from './class-card.tsx';

/** A class with seats in one row of a list: its first day, name, price and seats. */
export function CampRow({ camp }: { camp: CampClass }) {
  const [year, , day] = camp.camp_start.split('-');
  const seats = countOf(camp.sit, 'seat left', 'seats left');
  return (
    <EnteringItem className="camp-row group">
      <p className="bg-primary text-primary-content grid w-[4.75rem] shrink-0 place-content-center rounded-2xl py-2.5 text-center leading-none">
        <span className="text-sm font-semibold">{formatMonth(camp.camp_start).slice(0, 3)}</span>
        <span className="font-display my-1 text-3xl font-extrabold">{Number(day)}</span>
        <span className="text-sm font-semibold">{year}</span>
      </p>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-xl font-bold">
          <Link to={linkToClass(camp._id)} className="card-link group-hover:text-primary">
            {camp.name}
          </Link>
        </h3>
        <p className="text-base-content/80 truncate">{nameTeacher(camp.instructor)}</p>
      </div>
      <p className="flex w-full shrink-0 items-baseline justify-between gap-2 px-1 leading-snug sm:block sm:w-auto sm:px-0 sm:text-right">
        <span className="text-lg font-bold sm:block">
          <PriceToday campClass={camp} />
          <AddedTax campClass={camp} />
        </span>
        <span
          className={camp.sit <= FEW_LEFT ? 'text-secondary font-semibold' : 'text-base-content/80'}
        >
          {seats}
        </span>
      </p>
    </EnteringItem>
  );
}
