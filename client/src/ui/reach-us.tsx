import { linkToMail } from '@speakifyr/contract/email-address.ts';
import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL, writeAddress } from '@speakifyr/contract/school.ts';
import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  school?: Pick<School, 'address' | 'email' | 'phone' | 'hours' | 'mapLink'>;
  children?: ReactNode;
};

/** How to reach the school. What it leaves empty is left out. */
export function ReachUs({ school = SCHOOL, children }: Props) {
  const { email, phone, hours, mapLink } = school;
  const address = writeAddress(school);
  return (
    <section
      aria-labelledby="reach-us"
      className="card bg-base-100 shadow-card p-6 print:border print:shadow-none"
    >
      <h2 id="reach-us" className="text-2xl font-bold">
        Reach us
      </h2>
      <ul className="mt-4 grid gap-3">
        <Line icon={<MapPin />}>
          {mapLink ? (
            <a href={mapLink} target="_blank" rel="noopener noreferrer" className="link">
              {address}
              <span className="sr-only"> (opens a map in a new tab)</span>
            </a>
          ) : (
            address
          )}
        </Line>
        {phone && (
          <Line icon={<Phone />}>
            <a href={linkToPhone(phone)} className="link">
              {phone}
            </a>
          </Line>
        )}
        <Line icon={<Mail />}>
          <a href={linkToMail(email)} className="link">
            {email}
          </a>
        </Line>
        {hours && <Line icon={<Clock />}>{hours}</Line>}
      </ul>
      {children}
    </section>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 [overflow-wrap:anywhere] [&_svg]:mt-1 [&_svg]:size-4.5 [&_svg]:shrink-0">
      <span className="text-primary contents" aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}
