import type { Block } from '@tradeloom/documentation'
import type { JsonSchema } from './to-json-schema.ts'
import { literal, typeWords, variantsOf } from './type-words.ts'

/** A field with its place, such as `charts[].points`, what it is, and what it means if the contract says so. */
export type FieldRow = readonly [name: string, what: string, meaning: string]

/** Below that, a table is no help any more: inner objects are named, and documents for tools have the rest. */
const MAX_ROWS = 90
const DEPTHS = [5, 4, 3, 2, 1] as const

/** Each field of an object, or of the objects of a list, and of the objects in it: as deep as fits a page. */
export function fieldRows(schema: JsonSchema): readonly FieldRow[] {
  let rows: readonly FieldRow[] = []
  for (const depth of DEPTHS) {
    rows = rowsOf(schema, '', depth)
    if (rows.length <= MAX_ROWS) break
  }
  return rows
}

function rowsOf(schema: JsonSchema, place: string, depth: number): FieldRow[] {
  const items = schema['items'] as JsonSchema | undefined
  if (items !== undefined) return rowsOf(items, place === '' ? '' : `${place}[]`, depth)
  const variants = variantsOf(schema)?.filter(({ type }) => type !== 'null')
  if (variants !== undefined) return variantRows(variants, place, depth)
  const values = schema['additionalProperties']
  if (schema.properties === undefined)
    return typeof values === 'object' ? rowsOf(values as JsonSchema, `${place}{}`, depth) : []
  const { properties, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = place === '' ? name : `${place}.${name}`
    const inner = rowsOf(field, path, depth - 1)
    // A value that stands in for what is absent says so by itself.
    const isOptional = !required.includes(name) && field.default === undefined
    const names = depth > 1 || inner.length === 0 ? '' : `: ${namesOf(inner, path)}`
    const row: FieldRow = [
      path,
      `${typeWords(field)}${names}${isOptional ? ', optional' : ''}`,
      field.description ?? '',
    ]
    return depth > 1 ? [row, ...inner] : [row]
  })
}

/** Objects of which one is meant are told apart by a field that is constant in each. A field of several is told once. */
function variantRows(variants: readonly JsonSchema[], place: string, depth: number): FieldRow[] {
  const [first] = variants
  if (variants.length === 1 && first !== undefined) return rowsOf(first, place, depth)
  const mark = Object.keys(first?.properties ?? {}).find((name) =>
    variants.every(({ properties = {} }) => properties[name]?.const !== undefined),
  )
  const byName = new Map<string, Map<string, string[]>>()
  const meanings = new Map<string, string>()
  for (const variant of variants) {
    const only = mark === undefined ? '' : literal(variant.properties?.[mark]?.const)
    for (const [name, what, meaning] of rowsOf(variant, place, depth)) {
      meanings.set(name, meaning)
      const kinds = byName.get(name) ?? new Map<string, string[]>()
      byName.set(name, kinds.set(what, [...(kinds.get(what) ?? []), only]))
    }
  }
  const markPath = place === '' ? mark : `${place}.${mark}`
  return [...byName].map(([name, kinds]) => {
    const words = [...kinds].map(([what, only]) => {
      const isPlain = mark === undefined || name === markPath || only.length === variants.length
      return isPlain ? what : `${what}; where \`${mark}\` is ${only.map((one) => `\`${one}\``).join(' or ')}`
    })
    return [name, words.join(name === markPath ? ', ' : ', or '), meanings.get(name) ?? '']
  })
}

const NAMED = 12

function namesOf(rows: readonly FieldRow[], place: string): string {
  const names = rows.map(([name]) => name.slice(place.length).replace(/^[^A-Za-z0-9_]+/, ''))
  const shown = names.slice(0, NAMED).map((name) => `\`${name}\``)
  return `${shown.join(', ')}${names.length > NAMED ? ' and more' : ''}`
}

/** A table of fields. What a field means is a line below its type. */
export function fieldTable(name: string, rows: readonly FieldRow[]): Extract<Block, { type: 'table' }> {
  return {
    type: 'table',
    head: [name, 'Type'],
    rows: rows.map(([field, what, meaning]) => [`\`${field}\``, twoLines(what, meaning)]),
  }
}

export function twoLines(what: string, meaning: string): string {
  return meaning === '' ? what : `${what}\n${meaning}`
}
