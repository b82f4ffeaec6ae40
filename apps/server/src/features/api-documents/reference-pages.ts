import { type Block, type Page, slugOf } from '@tradeloom/documentation'
import type { z } from 'zod'
import { API_CALLS, type ApiCall, idOf, linkTo, nameOf, TAG_NAMES } from './api-calls.ts'
import { fieldRows, fieldTable, twoLines } from './field-rows.ts'
import { isNothing, type JsonSchema, toJsonSchema } from './to-json-schema.ts'
import { typeWords } from './type-words.ts'

/** One page for each subject, with all its calls. */
export function referencePages(): readonly Page[] {
  return TAG_NAMES.map((title) => {
    const calls = API_CALLS.filter(({ tag }) => tag === title).toSorted(byAddress)
    const shapes = new Shapes()
    return {
      slug: slugOf(title),
      title,
      path: null,
      source: null,
      summary: `${calls.length} calls about ${title.toLowerCase()}`,
      members: calls.map((call) => ({ name: nameOf(call), id: idOf(call) })),
      keywords: calls.map(({ route }) => route.name),
      blocks: calls.flatMap((call) => blocksOf(call, shapes)),
    }
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What is read about something before what changes it. */
function byAddress({ route: a }: ApiCall, { route: b }: ApiCall): number {
  return a.path.localeCompare(b.path, 'en') || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

/** From that on, a table that a page has already is named instead of told again. */
const LONG = 6

/** The shapes that a page has told, and with which call. */
class Shapes {
  readonly #told = new Map<string, ApiCall>()

  /** The call that has told this shape; null if it is to be told now. */
  told(schema: JsonSchema, call: ApiCall): ApiCall | null {
    const text = JSON.stringify(schema)
    const known = this.#told.get(text)
    if (known === undefined) this.#told.set(text, call)
    return known ?? null
  }
}

function blocksOf(call: ApiCall, shapes: Shapes): Block[] {
  const { route, entry, terms } = call
  const credits = terms.cost === 1 ? '1 credit' : `${terms.cost} credits`
  const summary = route.isPublicTwin ? `${entry.summary}, as everyone sees it` : entry.summary
  return [
    { type: 'heading', level: 2, id: idOf(call), text: nameOf(call) },
    { type: 'text', text: `${summary}. Scope \`${terms.scope}\`, ${credits}.` },
    ...addressOf(call),
    ...(isNothing(entry.body)
      ? []
      : shapeOf('Body', toJsonSchema(entry.body, 'input', `${route.name}.body`), call, shapes)),
    ...shapeOf('Answer', toJsonSchema(entry.response, 'output', `${route.name}.response`), call, shapes),
    ...requestOf(call),
  ]
}

/** What is in the address. */
function addressOf({ route, entry }: ApiCall): Block[] {
  const inputs = inputsOfCall(route, entry)
  const rows = inputs.map(({ name, isRequired, words, meaning, in: part }) => [
    `\`${name}\``,
    part,
    twoLines(`${words}${isRequired || words.includes(', if absent') ? '' : ', optional'}`, meaning),
  ])
  return rows.length === 0 ? [] : [{ type: 'table', head: ['Parameter', 'In', 'Type'], rows }]
}

/** A body or an answer: what it is, and each field of it. */
function shapeOf(part: 'Body' | 'Answer', schema: JsonSchema, call: ApiCall, shapes: Shapes): Block[] {
  const words = typeWords(schema)
  const rows = fieldRows(schema)
  if (rows.length === 0) return [{ type: 'text', text: `**${part}:** ${words === 'any value' ? 'a file' : words}.` }]
  const item = schema['items'] as JsonSchema | undefined
  const told = rows.length < LONG ? null : shapes.told(item ?? schema, call)
  if (told !== null && told !== call) {
    return [{ type: 'text', text: `**${part}:** ${words}, with the fields of ${linkTo(told)}.` }]
  }
  return [
    { type: 'text', text: `**${part}:** ${words}.` },
    fieldTable(part === 'Body' ? 'Body field' : 'Answer field', rows),
  ]
}

/** Of calls that only read: readers can make them on the page. */
function requestOf({ route, entry, terms }: ApiCall): Block[] {
  if (route.method !== 'GET' || terms.scope !== 'read') return []
  const fields = inputsOfCall(route, entry).map(({ name, in: part, isRequired, words }) => ({
    name,
    in: part,
    isRequired,
    what: words.replaceAll('`', ''),
  }))
  return [{ type: 'request', path: route.path, fields }]
}

interface Input {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly isRequired: boolean
  readonly words: string
  readonly meaning: string
}

function inputsOfCall(route: ApiCall['route'], entry: ApiCall['entry']): Input[] {
  return [
    ...inputsOf(entry.params, 'path', `${route.name}.params`),
    ...inputsOf(route.query, 'query', `${route.name}.query`),
  ]
}

function inputsOf(schema: z.ZodType, part: Input['in'], place: string): Input[] {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', place)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: part,
    isRequired: part === 'path' || required.includes(name),
    words: typeWords(part === 'query' ? asTyped(field) : field),
    meaning: field.description ?? '',
  }))
}

/** A number of a query is text on its way. */
function asTyped(field: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = field
  const kinds = (anyOf as JsonSchema[] | undefined) ?? []
  const numbers = kinds.filter(({ type }) => type === 'integer' || type === 'number')
  return numbers.length === 0 ? field : { ...rest, anyOf: numbers }
}
