import type { Bind } from '../calls.ts';
import { answerForm, enterAnswer, withdrawConsent } from '../forms/answer-form.ts';
import { decideDocument, openDocument, takeBackDocument } from '../forms/documents.ts';
import { changeForm, getForms } from '../forms/edit-forms.ts';
import { getFormPeople } from '../forms/form-people.ts';
import { getOwnForms } from '../forms/own-forms.ts';
import type { Services } from '../services.ts';

export function bindForms(bind: Bind, services: Services): void {
  bind('GET /myForms', (_input, { user }) => getOwnForms(user, services));
  bind('PUT /myForms/:id', ({ params, body }, { user }) =>
    answerForm(params.id, body, user, services),
  );
  bind('DELETE /myForms/:id', ({ params, query }, { user }) =>
    withdrawConsent(params.id, query.personId, user, services),
  );
  bind('GET /forms', () => getForms(services));
  bind('PUT /forms', ({ body }, { user }) => changeForm(body, user, services));
  bind('GET /formPeople', ({ query }) => getFormPeople(query, services));
  bind('PUT /formPeople/:id', ({ params, body }, { user }) =>
    enterAnswer(params.id, body, user, services),
  );
  bind('GET /formFiles/:id', ({ params }, { user }) => openDocument(params.id, user, services));
  bind('PATCH /formFiles/:id', ({ params, body }, { user }) =>
    decideDocument(params.id, body, user, services),
  );
  bind('DELETE /formFiles/:id', ({ params }, { user }) =>
    takeBackDocument(params.id, user, services),
  );
}
