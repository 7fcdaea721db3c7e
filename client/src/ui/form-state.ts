import { createContext, useContext } from 'react';

/** What a form's fields and button need to know about it. Apart from form.tsx, whose library some fields do without. */
type FormState = {
  /** @returns what is wrong with a field, or with the form as a whole: `root` */
  findError: (name: string) => string | undefined;
  /** Whether it is being sent. */
  isBusy: boolean;
};

export const FormContext = createContext<FormState>({ findError: () => undefined, isBusy: false });

/** The form around, if it is a `Form`. */
export function useFormState(): FormState {
  return useContext(FormContext);
}
