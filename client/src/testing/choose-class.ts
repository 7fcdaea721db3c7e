import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Chooses a class in `ChooseClass`, after taking back another one. @param name how the class's name begins */
export async function chooseClass(name: string): Promise<void> {
  const again = screen.queryByRole('button', { name: 'Choose another class' });
  if (again) await userEvent.click(again);
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
}
