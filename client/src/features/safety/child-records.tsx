import { useQuery } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AddToRecord } from './add-to-record.tsx';
import { RecordCard } from './record-card.tsx';

type Props = {
  childId: string;
  /** Whether the reader may correct the records. */
  mayAdd: boolean;
};

/** All doses and incidents of a child, to read and to print. */
export function ChildRecords(props: Props) {
  return (
    <>
      <PageHeading>Medicine and incidents</PageHeading>
      <Records {...props} />
    </>
  );
}

function Records({ childId, mayAdd }: Props) {
  const found = useQuery(read('GET /childRecords/:childId', { params: { childId } }));
  if (found.isPending) return <Spinner />;
  if (found.isError)
    return (
      <LoadProblem
        what="The records"
        query={found}
        gone={{ title: 'This child was not found', text: 'You may not be its guardian anymore.' }}
      />
    );
  const { name, records } = found.data;
  if (records.length === 0)
    return (
      <EmptyState
        title="Nothing was recorded"
        text={`When our team gives ${name} medicine, or something happens, you read it here.`}
      />
    );
  return (
    <Sheet label={`Medicine and incidents of ${name}`}>
      <h2 className="mb-4 text-2xl font-bold break-words">{name}</h2>
      <ul className="grid gap-3">
        {records.map((record) => (
          <RecordCard key={record._id} record={record} isNamed={false}>
            {mayAdd && (
              <AddToRecord recordId={record._id} label={record.dose?.what ?? 'the incident'} />
            )}
          </RecordCard>
        ))}
      </ul>
    </Sheet>
  );
}
