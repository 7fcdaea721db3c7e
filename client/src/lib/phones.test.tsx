import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

// Rules: R243.
test('a number can be dialed before its country is known, and then is written as there', async () => {
  vi.resetModules();
  const { PhoneLink } = await import('../ui/phone-link.tsx');
  render(<PhoneLink phone="+8801711555222;ext=7" />);
  const link = screen.getByRole('link', { name: '+8801711555222 ext. 7' });
  expect(link).toHaveAttribute('href', 'tel:+8801711555222,7');
  expect(await screen.findByRole('link', { name: '01711-555222 ext. 7' })).toBe(link);
  expect(link).toHaveAttribute('href', 'tel:+8801711555222,7');
});
