import type { z } from 'zod'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
/** Tried in this order; the first one that the schema accepts is the sample. A day first: pages parse times in texts. */
const STRINGS = [
  '2024-01-02',
  '2024-01-02T03:04:05.000Z',
  ID,
  'text',
  'EURUSD:SIM',
  'M15',
  'ada@example.org',
  '1',
  'c'.repeat(43),
  'tk_aaaaaaaaaaaaaaaa',
]
const NUMBERS = [1, 0, 0.5, 100, -1, 168, Date.UTC(2024, 0, 2)]

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

/** Deep inside itself a recursive schema ends with empty lists and nulls. */
const MAX_DEPTH = 12

/**
 * A value that the schema accepts, made from the schema alone: optional parts are omitted, lists have one item (or as
 * many as they need), choices take their first option.
 * @throws {Error} if none is found, for instance because of a refinement.
 */
export function sampleOf(schema: z.ZodType): unknown {
  const sample = build(schema, 0)
  const parsed = schema.safeParse(sample)
  if (parsed.success) return sample
  throw new Error(`No sample found: ${parsed.error.message}`)
}

function build(schema: Schema, depth: number): unknown {
  // The union of all definitions, discriminated by `type`.
  // oxlint-disable-next-line no-underscore-dangle -- the library's name for what a schema is made of
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'string':
      return accepted(schema, STRINGS)
    case 'number':
      return accepted(schema, NUMBERS)
    case 'boolean':
      return false
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'object':
      return buildObject(def.shape, depth)
    case 'array':
      return buildList(schema, def.element, depth)
    case 'tuple':
      return def.items.map((item) => build(item, depth + 1))
    case 'record':
      return {}
    case 'union':
      return buildUnion(schema, def.options, depth)
    case 'intersection':
      return Object.assign({}, build(def.left, depth), build(def.right, depth))
    case 'nullable':
      return depth > MAX_DEPTH ? null : build(def.innerType, depth + 1)
    case 'lazy':
      return build(def.getter(), depth + 1)
    case 'pipe':
      return build(def.in, depth)
    case 'optional':
      return undefined
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return build(def.innerType, depth)
    default:
      return null
  }
}

function accepted(schema: Schema, candidates: readonly unknown[]): unknown {
  return candidates.find((candidate) => isAccepted(schema, candidate))
}

function isAccepted(schema: Schema, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success
}

function buildObject(shape: Readonly<Record<string, Schema>>, depth: number): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, value]) => [key, build(value, depth + 1)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** One item; none or more where a rule of the list asks for it. */
function buildList(schema: Schema, element: Schema, depth: number): unknown[] {
  if (depth > MAX_DEPTH) return []
  const item = build(element, depth + 1)
  const lengths = [1, 0, 2, 24, 168]
  const lists = lengths.map((length) => Array.from({ length }, () => item))
  return lists.find((list) => isAccepted(schema, list)) ?? [item]
}

function buildUnion(schema: Schema, options: readonly Schema[], depth: number): unknown {
  const samples = options.map((option) => build(option, depth + 1))
  return samples.find((sample) => isAccepted(schema, sample)) ?? samples[0]
}
