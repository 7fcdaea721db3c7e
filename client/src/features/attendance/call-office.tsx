import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Phone } from 'lucide-react';

/** Dials the school. Renders nothing if it has no phone. */
export function CallOffice() {
  if (!SCHOOL.phone) return null;
  return (
    <a
      href={linkToPhone(SCHOOL.phone)}
      className="link inline-flex min-h-12 items-center gap-2 font-bold"
    >
      <Phone className="size-5 shrink-0" aria-hidden="true" />
      Call the office
    </a>
  );
}
