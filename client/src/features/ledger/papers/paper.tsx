import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Sheet } from '../../../ui/sheet.tsx';

type Props = {
  /** What it is: Receipt, Credit note or Statement for a year. */
  title: string;
  number: string;
  issuedAt: string;
  seller: { name: string; address: string; email: string; phone: string; taxNumber?: string };
  /** What the second party is called, and who it is. */
  payer: { title: string; name: string; email: string };
  children: ReactNode;
};

/** A document to read and to print. */
export function Paper({ title, number, issuedAt, seller, payer, children }: Props) {
  return (
    <Sheet label={`${title} ${number}`}>
      <header className="border-base-content flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b-2 pb-4">
        <h1 className="text-3xl font-bold">{title}</h1>
        <p className="sm:text-right">
          <strong className="tabular-nums">{number}</strong>
          <br />
          {formatDate(new Date(issuedAt))}
        </p>
      </header>
      <div className="mt-6 grid gap-6 [overflow-wrap:anywhere] sm:grid-cols-2 print:grid-cols-2">
        <Party title="Sold by">
          <strong>{seller.name}</strong>
          <br />
          {seller.address}
          <br />
          {seller.email}
          {seller.phone && (
            <>
              <br />
              <span className="whitespace-nowrap">{seller.phone}</span>
            </>
          )}
          {seller.taxNumber && (
            <span>
              <br />
              Tax number <span className="whitespace-nowrap">{seller.taxNumber}</span>
            </span>
          )}
        </Party>
        {payer.name + payer.email !== '' && (
          <Party title={payer.title}>
            <strong>{payer.name}</strong>
            <br />
            {payer.email}
          </Party>
        )}
      </div>
      {children}
    </Sheet>
  );
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-base-content/80 mb-1 font-sans text-sm font-semibold tracking-normal">
        {title}
      </h2>
      <p>{children}</p>
    </div>
  );
}
