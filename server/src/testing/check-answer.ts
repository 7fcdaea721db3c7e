import { isDeepStrictEqual } from 'node:util';
import { listErrorCodes } from '@speakifyr/contract/call-errors.ts';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { writePath } from '../http/openapi-names.ts';
import { createOpenApiDocument } from '../http/openapi.ts';

type Response = { $ref?: string; headers?: Record<string, unknown> };
type OpenApiDocument = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
};

const document = createOpenApiDocument() as OpenApiDocument;
const ajv = new Ajv2020({ multipleOfPrecision: 6, strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('base64', /^[A-Za-z0-9+/]*={0,2}$/);
ajv.addSchema(document, 'api');
const validators = new Map<string, ValidateFunction>();

/**
 * Checks a real answer against the OpenAPI document, and against the error codes and fields of the contract.
 * @throws {Error} if the call can't answer with this status, if the header or the body does not match, or if the body
 *   has more fields
 */
export function checkAnswer(
  name: keyof Contract,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  const endpoint: Endpoint = contract[name];
  const [method = ''] = name.split(' ');
  const place = ['paths', writePath(name), method.toLowerCase(), 'responses'];
  const { responses } = document.paths[writePath(name)]![method.toLowerCase()]!;
  const key = responses[status] ? String(status) : 'default';
  const mayRefuse = listErrorCodes(endpoint).some((code) => ERRORS[code].status === status);
  if (key === 'default' && !mayRefuse)
    throw new Error(`${name} answered ${status}, which is the status of none of its error codes`);
  const response = responses[key]!;
  if (TOTAL_COUNT_HEADER.toLowerCase() in headers && !response.headers?.[TOTAL_COUNT_HEADER])
    throw new Error(
      `${name} answered with ${TOTAL_COUNT_HEADER}, which its document does not list`,
    );
  const media = (status === 200 && endpoint.type) || 'application/json';
  const validate = findValidator(
    `${response.$ref ?? writePointer([...place, key])}${writePointer(['content', media, 'schema']).slice(1)}`,
  );
  if (!validate(body))
    throw new Error(
      `${name} answered ${status} with a body that does not match: ${ajv.errorsText(validate.errors)}`,
    );
  if (key === '200' && !isDeepStrictEqual(endpoint.output.parse(body), body))
    throw new Error(`${name} answered with fields that are not in the contract`);
}

function findValidator(pointer: string): ValidateFunction {
  const found = validators.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
  validators.set(pointer, found);
  return found;
}

/** @returns a JSON pointer to a part of the document, such as `#/paths/~1classes` */
function writePointer(parts: string[]): string {
  const escaped = parts.map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `#/${escaped.join('/')}`;
}
