import { type Block, type Page, slugOf } from '@tradeloom/documentation'
import type { z } from 'zod'
import { API_CALLS, type ApiCall, operationId, TAG_NAMES } from './api-calls.ts'
import { isNothing, type JsonSchema, toJsonSchema } from './to-json-schema.ts'

/** One page for each subject, with all its calls. */
export function referencePages(): readonly Page[] {
  return TAG_NAMES.map((title) => {
    const calls = API_CALLS.filter(({ tag }) => tag === title).toSorted(byAddress)
    const members = calls.map(({ route }) => ({
      name: `${route.method} ${route.path}`,
      id: slugOf(operationId(route)),
    }))
    return {
      slug: slugOf(title),
      title,
      path: null,
      source: null,
      summary: `${calls.length} calls about ${title.toLowerCase()}`,
      members,
      keywords: calls.map(({ route }) => route.name),
      blocks: calls.flatMap(blocksOf),
    }
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What is read about something before what changes it. */
function byAddress({ route: a }: ApiCall, { route: b }: ApiCall): number {
  return a.path.localeCompare(b.path, 'en') || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

function blocksOf(call: ApiCall): Block[] {
  const { route, entry, terms } = call
  const credits = terms.cost === 1 ? '1 credit' : `${terms.cost} credits`
  const rows = [...fieldsOf(entry.params, 'path'), ...fieldsOf(route.query, 'query'), ...fieldsOf(entry.body, 'body')]
  const summary = route.isPublicTwin ? `${entry.summary}, as everybody sees it` : entry.summary
  const table: Block[] = rows.length === 0 ? [] : [{ type: 'table', head: ['field', 'in', 'what'], rows }]
  return [
    { type: 'heading', level: 2, id: slugOf(operationId(route)), text: `${route.method} ${route.path}` },
    { type: 'text', text: `${summary}. Scope \`${terms.scope}\`, ${credits}.` },
    ...table,
    { type: 'text', text: `Answer: ${wordsOf(toJsonSchema(entry.response, 'output'))}.` },
    ...requestOf(call),
  ]
}

/** Of calls that only read: readers can make them on the page. */
function requestOf({ route, entry, terms }: ApiCall): Block[] {
  if (route.method !== 'GET' || terms.scope !== 'read') return []
  const fields = [...inputsOf(entry.params, 'path'), ...inputsOf(route.query, 'query')]
  return [{ type: 'request', path: route.path, fields }]
}

type Input = Extract<Block, { type: 'request' }>['fields'][number]

function inputsOf(schema: z.ZodType, place: Input['in']): Input[] {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    isRequired: place === 'path' || required.includes(name),
    what: wordsOf(field).replaceAll('`', ''),
  }))
}

/** Each field of a part of a call, with its shape in words. */
function fieldsOf(schema: z.ZodType, place: string): string[][] {
  if (isNothing(schema)) return []
  const { properties, required = [], anyOf, ...rest } = toJsonSchema(schema, 'input')
  if (properties === undefined) {
    const kinds = (anyOf as JsonSchema[] | undefined)?.map(wordsOf) ?? [wordsOf(rest)]
    return [['', place, kinds.join(', or ')]]
  }
  return Object.entries(properties).map(([name, field]) => [
    `\`${name}\``,
    place,
    `${wordsOf(field)}${required.includes(name) || place === 'path' ? '' : ', optional'}`,
  ])
}

const MAX_NAMES = 12

/** The shape of a value, for people: `list of objects with id, name`. */
function wordsOf(schema: JsonSchema): string {
  const { type, properties, format, default: standard, const: only } = schema
  const options = schema['enum'] as unknown[] | undefined
  const several = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (options !== undefined) return options.map((one) => `\`${String(one)}\``).join(', ')
  if (several !== undefined) return [...new Set(several.map(wordsOf))].join(' or ')
  const end = standard === undefined ? '' : `, if absent \`${JSON.stringify(standard)}\``
  if (type === 'array') return `list of ${wordsOf((schema['items'] ?? {}) as JsonSchema)}${end}`
  if (type === 'object' && properties !== undefined) {
    const names = Object.keys(properties)
    const shown = names.slice(0, MAX_NAMES).map((name) => `\`${name}\``)
    return `object with ${shown.join(', ')}${names.length > MAX_NAMES ? ' and more' : ''}`
  }
  if (type === 'null') return 'null'
  if (type === undefined) return 'file or any value'
  return `${format ?? type}${end}`
}
