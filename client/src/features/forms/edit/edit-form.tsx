import type { FormTerms, OfficeForm } from '@speakifyr/contract/forms.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { read, readOnce } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { FormEditor } from './form-editor.tsx';
import { readTemplate } from './templates.ts';

/** Where a director writes a form. */
export function EditForm() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const forms = useQuery(readOnce('GET /forms'));
  const classes = useQuery(read('GET /classChoices'));
  const known = forms.data?.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeading lead="A published version never changes: who signed it can always be shown what they signed.">
        {known ? (known.published ?? known.draft)?.name || 'A form' : 'A new form'}
      </PageHeading>
      {forms.data && classes.data ? (
        <FormEditor
          id={id}
          known={known}
          begins={readBegin(known, params.get('from'))}
          classes={classes.data as ClassChoice[]}
        />
      ) : forms.isError ? (
        <LoadProblem what="The form" query={forms} />
      ) : classes.isError ? (
        <LoadProblem what="The classes" query={classes} />
      ) : (
        <div className="skeleton h-[40rem]" role="status" aria-label="Loading" />
      )}
    </>
  );
}

function readBegin(known: OfficeForm | undefined, from: string | null): FormTerms {
  return known?.draft ?? known?.published ?? readTemplate(from);
}
