import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import type { ReactNode } from 'react';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { ReleaseHold } from './release-hold.tsx';

type Props = {
  hold: HoldingPerson;
  classId: string;
  /** The cells that say whose it is. */
  who: ReactNode;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
  /** The cells between these and the button. */
  children: ReactNode;
};

/** A held seat: whose it is, until when, and the button that releases it. */
export function HoldRow({ hold, classId, who, onReleased, children }: Props) {
  return (
    <DataRow>
      {who}
      {children}
      <DataCell className="pt-2 @3xl:w-40 print:hidden">
        <ReleaseHold
          hold={hold}
          classId={classId}
          className="w-full @3xl:w-auto"
          onReleased={onReleased}
        />
      </DataCell>
    </DataRow>
  );
}
