import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

/**
 * The text with which a parent agrees that the school keeps health information. Its version is HEALTH_CONSENT_VERSION:
 * raise it when these words change, so that parents are asked again.
 */

/** Who sees the health information, and until when. */
export function ConsentText({ name }: { name: string }) {
  return (
    <>
      <p>
        <strong>Who sees this:</strong> {name}’s guardians who may see it; the instructor of a class
        that {name} joins, from {CARE_DAYS_BEFORE} days before its first day until {CARE_DAYS_AFTER}{' '}
        day after its last; assistants and substitutes, on the days on which they look after that
        class; and the school’s admins. We record when each of them reads it. It is never in an
        email.
      </p>
      <p>
        <strong>Until when:</strong> you can withdraw at any time, and then we erase it at once.
        Otherwise we erase it some time after {name}’s last class. What our team writes down of
        medicine that it gave and of incidents stays longer, because the law asks for it. How long
        that is, is in our{' '}
        <Link to={paths.privacy} className="link font-semibold" target="_blank">
          privacy notes
        </Link>
        .
      </p>
    </>
  );
}

/** What the parent agrees to. */
export function writeConsent(name: string): string {
  return `I agree that ${SCHOOL.name} keeps this information about ${name}’s health, to take care of ${name} at camp.`;
}
