import { findLogo } from '@speakifyr/contract/school-look.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

/** A school's own mark. On white in the dark theme, too: most are drawn for paper. */
export const OWN_MARK = 'logo-mark max-h-9 max-w-24 rounded-md bg-white sm:max-w-36';

/**
 * The mark and the name; the name alone, if the school has no mark. Give its link a name such as 'SPEAKIFYR home'. R609
 * @param props.mark in place of the school's own
 */
export function Logo({ name = SCHOOL.name, mark = <Mark address={findLogo()} /> }) {
  return (
    <span className="font-display flex items-center gap-2.5 text-xl font-extrabold tracking-tight">
      {mark}
      <span className="logo-name line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{name}</span>
    </span>
  );
}

export function Mark({ address }: { address: string }) {
  if (!address) return null;
  // The demo's is a drawing for both themes, of a known size.
  if (address.endsWith('.svg'))
    return <img src={address} alt="" width={36} height={36} className="logo-mark" />;
  return <img src={address} alt="" className={OWN_MARK} />;
}
