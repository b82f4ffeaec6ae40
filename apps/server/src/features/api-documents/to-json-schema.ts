import { withFieldNotes } from '@tradeloom/contracts'
import { z } from 'zod'
import { FIELD_NOTES } from './field-notes.generated.ts'

export type JsonSchema = Record<string, unknown> & {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/**
 * What a call takes (`input`) or answers (`output`). Rules that JSON Schema cannot express are left out. `place`: where it
 * is in the contracts, such as `getBacktest.response`, for what they say about its fields.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', place: string): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withFieldNotes(JSON.parse(JSON.stringify(rest)) as JsonSchema, (path) => FIELD_NOTES[`${place}.${path}`])
}

/** Whether a part of a call is there at all: `nothing` accepts undefined and has no fields. */
export function isNothing(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success && schema.safeParse({}).success && !schema.safeParse({ x: 1 }).success
}
