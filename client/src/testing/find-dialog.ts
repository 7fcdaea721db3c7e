import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Finds a dialog and waits until it has opened: SweetAlert2 adds it invisible and shows it a moment later. */
export async function findDialog(name: string | RegExp): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog).toBeVisible());
  return dialog;
}
