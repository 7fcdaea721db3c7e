import { screen } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { useListAddress } from '../lib/use-list-address.ts';
import { renderApp } from '../testing/render.tsx';
import { DataCell, DataRow } from './data-table.tsx';
import { PagedList } from './paged-list.tsx';

function Letters({ letters }: { letters: string[] }) {
  const address = useListAddress();
  const list = useQuery({
    queryKey: ['letters'],
    queryFn: () => ({ items: letters.map((_id) => ({ _id })), total: letters.length }),
  });
  return (
    <PagedList
      title="Letters"
      lead="All of them"
      label="Letters"
      entry="letter"
      entries="letters"
      columns={['Letter']}
      rowClass="h-16"
      address={address}
      list={list}
      row={({ _id }) => (
        <DataRow>
          <DataCell>{_id}</DataCell>
        </DataRow>
      )}
    />
  );
}

test('a list without search shows its entries and no search field', async () => {
  renderApp(<Letters letters={['a', 'b']} />, { at: '/?search=old' });

  expect(await screen.findByRole('cell', { name: 'a' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'b' })).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('an empty list without search says that there are no entries', async () => {
  renderApp(<Letters letters={[]} />);

  expect(await screen.findByText('No letters yet')).toBeVisible();
});
