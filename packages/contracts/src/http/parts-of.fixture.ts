import { z } from 'zod'

/** The schema and every one below it, with their paths. */
export function* partsOf(schema: z.core.$ZodType, path: string): Generator<readonly [string, z.core.$ZodType]> {
  yield [path, schema]
  const { def } = schema as unknown as { def: Record<string, unknown> }
  for (const [key, value] of Object.entries(def)) {
    const below = key === 'shape' ? Object.entries(value as object) : [[key, value] as const]
    for (const [name, one] of below) {
      for (const inner of Array.isArray(one) ? one : [one]) {
        if (inner instanceof z.core.$ZodType) yield* partsOf(inner, `${path}.${name}`)
      }
    }
  }
}
