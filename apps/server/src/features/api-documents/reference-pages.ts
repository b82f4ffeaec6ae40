import { type Block, type Page, slugOf } from '@tradeloom/documentation'
import type { z } from 'zod'
import { API_CALLS, type ApiCall, idOf, linkTo, nameOf, TAG_NAMES } from './api-calls.ts'
import { fieldRows } from './field-rows.ts'
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
  const summary = route.isPublicTwin ? `${entry.summary}, as everybody sees it` : entry.summary
  return [
    { type: 'heading', level: 2, id: idOf(call), text: nameOf(call) },
    { type: 'text', text: `${summary}. Scope \`${terms.scope}\`, ${credits}.` },
    ...addressOf(call),
    ...(isNothing(entry.body) ? [] : shapeOf('Body', toJsonSchema(entry.body, 'input'), call, shapes)),
    ...shapeOf('Answer', toJsonSchema(entry.response, 'output'), call, shapes),
    ...requestOf(call),
  ]
}

/** What is in the address. */
function addressOf({ route, entry }: ApiCall): Block[] {
  const rows = [...parametersOf(entry.params, 'path'), ...parametersOf(route.query, 'query')]
  return rows.length === 0 ? [] : [{ type: 'table', head: ['Parameter', 'In', 'Type'], rows }]
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): string[][] {
  return inputsOf(schema, place).map(({ name, isRequired, words }) => [
    `\`${name}\``,
    place,
    `${words}${isRequired || words.includes(', if absent') ? '' : ', optional'}`,
  ])
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
  const head = [part === 'Body' ? 'Field of the body' : 'Field of the answer', 'Type']
  return [
    { type: 'text', text: `**${part}:** ${words}.` },
    { type: 'table', head, rows: rows.map(([name, what]) => [`\`${name}\``, what]) },
  ]
}

/** Of calls that only read: readers can make them on the page. */
function requestOf({ route, entry, terms }: ApiCall): Block[] {
  if (route.method !== 'GET' || terms.scope !== 'read') return []
  const inputs = [
    ...inputsOf(entry.params, 'path').map((one) => ({ ...one, in: 'path' as const })),
    ...inputsOf(route.query, 'query').map((one) => ({ ...one, in: 'query' as const })),
  ]
  const fields = inputs.map(({ words, ...rest }) => ({ ...rest, what: words.replaceAll('`', '') }))
  return [{ type: 'request', path: route.path, fields }]
}

interface Input {
  readonly name: string
  readonly isRequired: boolean
  readonly words: string
}

function inputsOf(schema: z.ZodType, place: 'path' | 'query'): Input[] {
  if (isNothing(schema)) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: place === 'path' || required.includes(name),
    words: typeWords(place === 'query' ? asTyped(field) : field),
  }))
}

/** A number of a query is text on its way. */
function asTyped(field: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = field
  const kinds = (anyOf as JsonSchema[] | undefined) ?? []
  const numbers = kinds.filter(({ type }) => type === 'integer' || type === 'number')
  return numbers.length === 0 ? field : { ...rest, anyOf: numbers }
}
