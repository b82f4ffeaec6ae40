import { errorBody, takesIdempotencyKey } from '@tradeloom/contracts'
import type { z } from 'zod'
import { API_CALLS, type ApiCall, operationId, TAG_NAMES } from './api-calls.ts'
import { API_VERSION } from './api-version.ts'
import { isNothing, type JsonSchema, toJsonSchema } from './to-json-schema.ts'

const DESCRIPTION = `Every call needs the header \`Authorization: Bearer {key}.{secret}\` and no cookies. Keys are made on the \
page API Access of the settings. Each call costs credits (\`x-credits\`) and needs a scope of the key (\`x-scope\`).`

/** The contracts as an OpenAPI 3.1 document. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of API_CALLS) {
    const path = call.route.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', REST)
    paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Tradeloom',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: TAG_NAMES.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The key and its secret, joined by a dot' },
      },
      schemas: { Error: toJsonSchema(errorBody, 'output', 'errorBody') },
      headers: HEADERS,
      parameters: {
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'For a day, the same call with the same key takes effect once and gets the same answer',
          schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
        },
      },
      responses: {
        Error: { description: 'It was refused, and why', content: json({ $ref: '#/components/schemas/Error' }) },
        NoCredits: {
          description: 'Too many calls, or no credits are left',
          headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

/** The rest of an address, which may contain slashes. */
const REST = '{code}'

const whole = (description: string) => ({ description, schema: { type: 'integer' } })
const HEADERS = {
  'X-Credits-Used': whole('Credits used in the last 30 days'),
  'X-Credits-Available': {
    description: 'Credits that the package includes in 30 days, or unlimited',
    schema: { type: 'string', pattern: String.raw`^(\d+|unlimited)$` },
  },
  'X-Credits-Reset': whole('When the oldest hour leaves the 30 days, in UTC seconds'),
  'Retry-After': whole('Seconds after which another try makes sense'),
}

function operation(call: ApiCall) {
  const { route, entry, terms, tag } = call
  const tellsCredits = ['X-Credits-Used', 'X-Credits-Available', 'X-Credits-Reset']
  return {
    operationId: operationId(route),
    summary: route.isPublicTwin ? `${entry.summary}, as everyone sees it` : entry.summary,
    tags: [tag],
    'x-scope': terms.scope,
    'x-credits': terms.cost,
    parameters: [
      ...parameters(entry.params, 'path', `${route.name}.params`),
      ...parameters(route.query, 'query', `${route.name}.query`),
      ...(takesIdempotencyKey(entry) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...(isNothing(entry.body)
      ? {}
      : { requestBody: { required: true, content: json(toJsonSchema(entry.body, 'input', `${route.name}.body`)) } }),
    responses: {
      '200': {
        description: 'OK',
        headers: Object.fromEntries(tellsCredits.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
        content: answer(toJsonSchema(entry.response, 'output', `${route.name}.response`)),
      },
      '429': { $ref: '#/components/responses/NoCredits' },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

/** Each field of the path or the query. */
function parameters(schema: z.ZodType, part: 'path' | 'query', place: string) {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', place)
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name: name === '*' ? 'code' : name,
    in: part,
    required: part === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: field,
  }))
}

/** What is not JSON is a file. */
function answer(schema: JsonSchema): Record<string, { schema: unknown }> {
  const isFile = Object.keys(schema).length === 0 || schema.type === 'string'
  return isFile ? { '*/*': { schema } } : json(schema)
}

function json(schema: unknown): Record<string, { schema: unknown }> {
  return { 'application/json': { schema } }
}
