import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { formatDate } from '../../../lib/format.ts';

/** The top of a letter of the school. */
export function LetterHead({ name }: { name: string }) {
  return (
    <>
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
    </>
  );
}
