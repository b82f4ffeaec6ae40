import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { findRoute } from '../oanda/http/route.ts'

const FILE = join(import.meta.dirname, '../../../../../shared/data/reference/oanda-v20-openapi.json')

/** Fields that the venue sends today and its document of 2018 does not have. */
const YOUNGER = [
  'financing',
  'financingDaysOfWeek',
  'guaranteedStopLossOrderMode',
  'homeConversionFactors',
  'requestedUnits',
  'tags',
  'timestamp',
]

/** Answers that it defines for some requests alone. */
const UNDEFINED = [403, 429]

/** Kinds that are told apart by a field, and the end of the names of their definitions. */
const KINDS: Readonly<Record<string, string>> = { Transaction: 'Transaction', Order: 'Order' }

interface Operation {
  readonly parameters?: readonly unknown[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly schema?: object }>>
}

export interface VenueDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly definitions: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>
  readonly responses: Readonly<Record<string, { readonly schema?: object }>>
}

/** The published document of the venue; null where it is absent. */
export const DOCUMENT = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as VenueDocument) : null
/** What an answer has that the document does not define, or defines otherwise; empty without the document. */
export class DocumentReferee {
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  readonly #routes: Record<string, Operation> = {}
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor() {
    this.#ajv.addKeyword({
      keyword: 'kindOf',
      validate: (kind: string, value: unknown) =>
        this.#differences(value, { $ref: definitionOf(kind, value) }).length === 0,
    })
    for (const [path, operations] of Object.entries(DOCUMENT?.paths ?? {}))
      for (const [method, operation] of Object.entries(operations))
        if (method !== 'parameters') this.#routes[`${method.toUpperCase()} /v3${path}`] = operation
  }

  ofAnswer(method: string, path: string, status: number, body: unknown): readonly string[] {
    if (DOCUMENT === null || UNDEFINED.includes(status) || status >= 500) return []
    const found = findRoute(this.#routes, method, path)
    if (found === null) return [`${method} ${path} is not in the document`]
    const response = found.route.responses[status]
    if (response === undefined) return [`${found.name} does not answer ${status}`]
    const { schema } =
      response.$ref === undefined ? response : (DOCUMENT.responses[response.$ref.split('/')[2] ?? ''] ?? {})
    return schema === undefined ? [] : this.#differences(body, schema)
  }

  ofLine(kind: 'pricing' | 'transactions', line: Readonly<Record<string, unknown>>): readonly string[] {
    if (DOCUMENT === null) return []
    const heartbeat = kind === 'pricing' ? 'PricingHeartbeat' : 'TransactionHeartbeat'
    const name = line['type'] === 'HEARTBEAT' ? heartbeat : kind === 'pricing' ? 'ClientPrice' : null
    const ref = name === null ? definitionOf('Transaction', line) : `#/definitions/${name}`
    return this.#differences(line, { $ref: ref })
  }

  #differences(value: unknown, schema: object): readonly string[] {
    const key = JSON.stringify(schema)
    const validate =
      this.#compiled.get(key) ?? this.#ajv.compile({ ...closed(schema), definitions: closedDefinitions() })
    this.#compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** `LIMIT_ORDER` is a LimitOrderTransaction, `LIMIT` a LimitOrder. */
function definitionOf(kind: string, value: unknown): string {
  const type = value instanceof Object && 'type' in value ? String(value.type) : ''
  const words = type.split('_').map((word) => `${word[0] ?? ''}${word.slice(1).toLowerCase()}`)
  return `#/definitions/${words.join('')}${KINDS[kind]}`
}

let definitions: object | null = null

function closedDefinitions(): object {
  definitions ??= Object.fromEntries(
    Object.entries(DOCUMENT?.definitions ?? {}).map(([name, schema]) => [name, closed(schema)]),
  )
  return definitions
}

/** Without unknown fields, and with open lists of values. */
function closed(schema: object): object {
  const copy = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'enum' || key === 'format' || key === 'description') return undefined
    if (!(value instanceof Object)) return value
    if ('$ref' in value && typeof value.$ref === 'string') {
      const kind = value.$ref.split('/')[2] ?? ''
      return kind in KINDS ? { kindOf: kind } : value
    }
    if (!('properties' in value) || key === 'properties') return value
    const own = value.properties as object
    return {
      ...value,
      properties: { ...Object.fromEntries(YOUNGER.map((name) => [name, {}])), ...own },
      additionalProperties: false,
    }
  }) as object
  return copy
}
