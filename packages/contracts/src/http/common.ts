import { z } from 'zod'
import { MAX_TAG_LENGTH } from '@tradeloom/domain'
import { line, text } from './text.ts'

/** For calls without parameters, query or body. */
export const nothing = z.undefined().or(z.null()).or(z.strictObject({})).optional()

export const uuid = z.uuid()
export const byId = z.strictObject({ id: uuid })
export const instrumentId = text
  .max(64)
  .regex(/^[A-Za-z0-9._-]{1,32}:[A-Za-z0-9_-]{1,24}$/, 'Instrument must look like SYMBOL:BROKER')

/** Rows with this tag; empty: rows without one. */
export const tagFilter = line.max(MAX_TAG_LENGTH)

/** The body of every failed call. `fields` maps the path of each wrong input to its message. */
export const errorBody = z.object({
  code: z.string(),
  kind: z.enum([
    'invalid-input',
    'unauthenticated',
    'forbidden',
    'not-found',
    'conflict',
    'limit',
    'algorithm',
    'venue-rejected',
    'venue-unavailable',
    'unavailable',
    'bug',
  ]),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** A place in a script; lines and columns count from 1. */
export const scriptProblem = z.object({
  message: z.string(),
  line: z.number().int(),
  column: z.number().int(),
})
export type ScriptProblem = z.infer<typeof scriptProblem>
