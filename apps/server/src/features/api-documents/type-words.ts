import type { JsonSchema } from './to-json-schema.ts'

/** As far as a whole number of the database goes: no bound that anybody wants to read. */
const ENDLESS = 2 ** 31 - 2
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'date-time': 'ISO time',
  uri: 'URL',
  email: 'email address',
}

/** The type of a value in words, for people: `list of up to 20 whole numbers from 1`. */
export function typeWords(schema: JsonSchema): string {
  const { default: standard } = schema
  return standard === undefined ? plainWords(schema) : `${plainWords(schema)}, if absent \`${literal(standard)}\``
}

/** A value as it is written; a text without its quotes. */
export function literal(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

function plainWords(schema: JsonSchema): string {
  const { type, const: only } = schema
  if (Array.isArray(type)) return type.map((one: string) => plainWords({ ...schema, type: one })).join(' or ')
  const options = schema['enum'] as unknown[] | undefined
  const several = variantsOf(schema)
  if (only !== undefined) return `\`${literal(only)}\``
  if (options !== undefined) return options.map((one) => `\`${literal(one)}\``).join(', ')
  if (several !== null) return [...new Set(several.map(plainWords))].join(' or ')
  if (type === 'array') return listWords(schema)
  if (type === 'object') return schema.properties === undefined ? mapWords(schema) : 'object'
  if (type === 'string') return textWords(schema)
  if (type === 'integer' || type === 'number') {
    return `${type === 'integer' ? 'whole number' : 'number'}${boundWords(schema)}`
  }
  if (type === 'boolean') return '`true` or `false`'
  return type ?? 'any value'
}

/** Of a union, with null as one of them; null for anything else. */
export function variantsOf(schema: JsonSchema): JsonSchema[] | null {
  return ((schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined) ?? null
}

function listWords(schema: JsonSchema): string {
  const places = schema['prefixItems'] as JsonSchema[] | undefined
  if (places !== undefined) return `list of exactly: ${places.map(plainWords).join('; ')}`
  const most = schema['maxItems']
  const items = plainWords((schema['items'] ?? {}) as JsonSchema)
  const plural = items.replace(/^(?:object$|list|number|text|uuid|whole number)/, '$&s')
  return `list of ${typeof most === 'number' ? `up to ${most}: ` : ''}${plural}`
}

function mapWords(schema: JsonSchema): string {
  const values = schema['additionalProperties']
  if (typeof values !== 'object' || Object.keys(values as object).length === 0) return 'object'
  return `object whose values are each: ${plainWords(values as JsonSchema)}`
}

function textWords(schema: JsonSchema): string {
  const { format } = schema
  const most = schema['maxLength']
  if (typeof format === 'string') return FORMATS[format] ?? format
  return typeof most === 'number' ? `text of up to ${most} characters` : 'text'
}

function boundWords(schema: JsonSchema): string {
  const bound = (name: string): number | null => {
    const value = schema[name]
    return typeof value === 'number' && Math.abs(value) < ENDLESS ? value : null
  }
  const [least, most, above] = [bound('minimum'), bound('maximum'), bound('exclusiveMinimum')]
  const from = least === null ? (above === null ? '' : ` above ${above}`) : ` from ${least}`
  return `${from}${most === null ? '' : ` to ${most}`}`
}
