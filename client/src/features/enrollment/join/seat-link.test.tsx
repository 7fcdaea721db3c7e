import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { OwnSeat } from './own-seat.ts';
import { SeatLink } from './join-button.tsx';

const HELD: OwnSeat = {
  ...{ state: 'held', cartId: '1'.repeat(24) },
  heldUntil: '2126-05-04T10:30:00.000Z',
};
const STATES: [OwnSeat, string][] = [
  [{ state: 'processing' }, 'Waiting for your bank: Sailing'],
  [{ state: 'enrolled' }, 'Enrolled: Sailing'],
  [HELD, 'In your cart · '],
];

// Every component test fails where React would fail on a page that the browser has translated.
test('a class’s page that the browser has translated lives through each change of the seat', () => {
  const show = (seat: OwnSeat) => (
    <MemoryRouter>
      <SeatLink seat={seat} className="Sailing" />
    </MemoryRouter>
  );
  const { rerender } = render(show(HELD));
  for (const [from] of STATES)
    for (const [to, words] of STATES) {
      rerender(show(from));
      rerender(show(to));
      expect(screen.getByRole('link')).toHaveTextContent(words);
    }
});
