import { z } from 'zod'

export type JsonSchema = Record<string, unknown> & {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** What a call takes (`input`) or answers (`output`). Rules that JSON Schema cannot express are left out. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(rest)) as JsonSchema
}

/** Whether a part of a call is there at all: `nothing` accepts undefined and has no fields. */
export function isNothing(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success && schema.safeParse({}).success && !schema.safeParse({ x: 1 }).success
}
