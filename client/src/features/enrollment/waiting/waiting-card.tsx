import { UserRound } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { formatDollars } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToClass } from '../../../lib/paths.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { OfferPart } from './offer-part.tsx';
import { type CardProps, WaitingPart } from './waiting-part.tsx';

/** One full class that a family waits for, or a seat of it that is offered to them. */
export function WaitingCard(props: CardProps) {
  const { entry } = props;
  const { className, image, people, price, state } = entry;
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className={`card bg-base-100 shadow-card overflow-hidden ${state === 'offered' ? 'ring-primary ring-2' : ''}`}
    >
      <div className="flex gap-4 p-5 pb-0">
        <RemotePicture
          src={image}
          alt=""
          width={160}
          height={120}
          className="rounded-field bg-base-300 aspect-[4/3] w-24 shrink-0 self-start object-cover"
        />
        <div className="min-w-0">
          <h2 id={id} className="text-xl font-bold [overflow-wrap:anywhere]">
            <Link to={linkToClass(entry.classId)} className="link-hover">
              {className}
            </Link>
          </h2>
          <p className="mt-1 flex items-start gap-2 font-semibold [overflow-wrap:anywhere]">
            <UserRound className="mt-1 size-4 shrink-0" aria-hidden="true" />
            <span className="min-w-0">for {listNames(people.map(({ name }) => name))}</span>
          </p>
          <p className="text-base-content/80 mt-1 text-sm tabular-nums">{`${formatCamp(entry)} · ${formatDollars(price)}${people.length > 1 && price > 0 ? ' a seat' : ''}${state !== 'offered' && price > 0 ? ' today' : ''}`}</p>
        </div>
      </div>
      <div className="p-5">
        {state === 'offered' ? <OfferPart {...props} /> : <WaitingPart {...props} />}
      </div>
    </li>
  );
}
