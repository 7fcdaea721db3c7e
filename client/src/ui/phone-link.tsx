import type { ReactNode } from 'react';
import { usePhones } from '../lib/phones.ts';

type Props = {
  /** As it is stored. */
  phone: string;
  className?: string;
  /** What stands before the number. */
  icon?: ReactNode;
  /** Instead of the number: `Call Nora`. */
  children?: ReactNode;
};

/** A stored phone number as people of the school's country write it, which a tap dials. R243 */
export function PhoneLink({ phone, className = 'link', icon, children }: Props) {
  const { writePhoneNumber, dialPhoneNumber } = usePhones();
  return (
    <a href={dialPhoneNumber(phone)} className={className}>
      {icon}
      {children ?? <span className="min-w-0 break-words">{writePhoneNumber(phone)}</span>}
    </a>
  );
}
