import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

/**
 * The text with which a parent agrees that the team sees a photo. Its version is PHOTO_CONSENT_VERSION: raise it when
 * these words change.
 */

/** Who sees the photo, what for, and until when. */
export function PhotoConsent({ name }: { name: string }) {
  return (
    <>
      <p>
        <strong>Who sees it:</strong> the instructor of a class that {name} joins, from{' '}
        {CARE_DAYS_BEFORE} days before its first day until {CARE_DAYS_AFTER} day after its last;
        assistants and substitutes, on the days on which they look after that class; the school’s
        admins; and {name}’s guardians who may see {name}. Nobody else: not other families, not the
        public.
      </p>
      <p>
        <strong>What for:</strong> to recognize {name} when {name} arrives and leaves. It is only on
        the day list. Phones of the team keep it for the day, encrypted.
      </p>
      <p>
        <strong>Until when:</strong> you can remove it at any time, and then we erase it at once. A
        phone that has no connection at that moment erases it at midnight. Otherwise we erase it
        some time after {name}’s last class, and when you are no longer {name}’s guardian. How long
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
export function writePhotoConsent(name: string): string {
  return `I agree that ${SCHOOL.name} keeps this photo of ${name}, so that the team recognizes ${name}.`;
}
