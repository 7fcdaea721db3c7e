import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';

/** A letter of the school on paper: its head, what it says, and its end. */
export function LetterPage({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-5 [overflow-wrap:anywhere]">
      <header className="border-base-content flex flex-wrap justify-between gap-x-6 gap-y-2 border-b-2 pb-4">
        <h1 className="text-3xl font-bold">{SCHOOL.name}</h1>
        <p className="text-sm sm:text-right">
          {SCHOOL_ADDRESS}
          <br />
          {[SCHOOL.phone, SCHOOL.email].filter(Boolean).join(' · ')}
        </p>
      </header>
      <p>{formatDate(new Date())}</p>
      <p>Dear {name},</p>
      {children}
      <p>
        Kind regards,
        <br />
        {SCHOOL.name}
      </p>
    </div>
  );
}
