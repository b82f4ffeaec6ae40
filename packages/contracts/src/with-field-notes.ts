/** Parts of a JSON Schema that are at the same path as the whole: items of lists, variants, values of maps. */
const SAME_PATH = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'prefixItems'])

/** A JSON Schema with a description for each field that `noteAt` has a note about, by its path such as `models.spread.pips`. */
export function withFieldNotes<Schema extends object>(
  schema: Schema,
  noteAt: (path: string) => string | undefined,
  path = '',
): Schema {
  const inside = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => inside(one, at))
    return typeof value === 'object' && value !== null ? withFieldNotes(value, noteAt, at) : value
  }
  const field = ([name, value]: [string, unknown]): [string, unknown] => {
    const at = path === '' ? name : `${path}.${name}`
    const description = noteAt(at)
    const described = inside(value, at) as object
    return [name, description === undefined ? described : { ...described, description }]
  }
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key === 'properties') return [key, Object.fromEntries(Object.entries(value as object).map(field))]
    return [key, SAME_PATH.has(key) ? inside(value, path) : value]
  })
  return Object.fromEntries(entries) as Schema
}
