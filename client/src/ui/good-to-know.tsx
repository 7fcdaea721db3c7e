import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL, writeAddress } from '@speakifyr/contract/school.ts';
import { Backpack, type LucideIcon, MapPin, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { MapLink } from './map-link.tsx';

type Props = { campClass: Pick<CampClass, 'place' | 'dailyEnd'>; school?: School };

/** What parents ask before they book: where it is, whether there is lunch and what to bring. R241 */
export function GoodToKnow({ campClass: { place, dailyEnd }, school = SCHOOL }: Props) {
  const lunch = sayLunch(dailyEnd, school);
  return (
    <section aria-labelledby="good-to-know" className="mt-10 max-w-prose">
      <h2 id="good-to-know" className="text-2xl font-bold">
        Good to know
      </h2>
      <dl className="mt-4 grid gap-5">
        <Answer icon={MapPin} term="Where">
          <span>{`${place ? `${place}, on the grounds of ${school.name}. ` : ''}${writeAddress(school)}`}</span>
          <MapLink href={school.mapLink} className="mt-1 block w-fit" />
        </Answer>
        {lunch && (
          <Answer icon={Utensils} term="Lunch">
            {lunch}
          </Answer>
        )}
        {school.whatToBring.length > 0 && (
          <Answer icon={Backpack} term="What to bring">
            <ul className="list-disc pl-5">
              {school.whatToBring.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Answer>
        )}
      </dl>
    </section>
  );
}

/** Whether there is lunch depends on when the day ends; empty if that is not known. */
function sayLunch(dailyEnd: string | null, { lunch }: School): string {
  if (!dailyEnd) return '';
  const { endsAfter, included, without } = lunch;
  return dailyEnd > endsAfter ? included : without;
}

type AnswerProps = { icon: LucideIcon; term: string; children: ReactNode };

function Answer({ icon: Icon, term, children }: AnswerProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Icon className="text-primary row-span-2 mt-1 size-5" aria-hidden="true" />
      <dt className="font-semibold">{term}</dt>
      <dd className="text-base-content/85">{children}</dd>
    </div>
  );
}
