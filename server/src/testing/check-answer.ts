import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createOpenApiDocument } from '../http/openapi.ts';

type OpenApiDocument = {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

const document = createOpenApiDocument() as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('base64', /^[A-Za-z0-9+/]*={0,2}$/);
ajv.addSchema(document, 'api');
const validators = new Map<string, ValidateFunction>();

/**
 * Checks a real answer against the OpenAPI document.
 * @throws {Error} if the document does not list this status or the body does not match
 */
export function checkAnswer(name: keyof Contract, status: number, body: unknown): void {
  const [method = '', path = ''] = name.split(' ');
  const template = path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation?.responses[status])
    throw new Error(`${name} answered ${status}, which its OpenAPI document does not list`);
  const pointer = ['paths', template, method.toLowerCase(), 'responses', String(status)]
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const { type }: Endpoint = contract[name];
  const media = encodeURIComponent(
    ((status === 200 && type) || 'application/json').replace('/', '~1'),
  );
  const reference = `api#/${pointer}/content/${media}/schema`;
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validate);
  if (!validate(body))
    throw new Error(
      `${name} answered ${status} with a body that does not match: ${ajv.errorsText(validate.errors)}`,
    );
}
