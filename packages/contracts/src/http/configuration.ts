import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

const params = z.strictObject({ path: z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/, 'Unknown setting') })
const MAX_LENGTH = 65_536
const MAX_DEPTH = 32

/** Settings of the web app. Their meaning is known only to it. */
const value = z
  .unknown()
  .refine((given) => given !== undefined, 'A setting needs a value')
  .refine(isStorable, 'This setting is too long or nested too deeply')

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/api/configuration/:path',
  auth: 'user',
  summary: 'One setting of the web app; null if it was never changed',
  params,
  query: nothing,
  body: nothing,
  response: z.object({ value: z.unknown() }),
})

export const putConfiguration = endpoint({
  method: 'PUT',
  path: '/api/configuration/:path',
  auth: 'user',
  summary: 'Change one setting of the web app',
  params,
  query: nothing,
  body: z.strictObject({ value }),
  response: z.object({ value: z.unknown() }),
})

/** PostgreSQL refuses some texts inside JSON, and the depth of JSON that it parses is limited. */
function isStorable(given: unknown): boolean {
  return isShallow(given, MAX_DEPTH) && JSON.stringify(given ?? null).length <= MAX_LENGTH
}

function isShallow(given: unknown, depth: number): boolean {
  if (typeof given === 'string') return isCleanText(given)
  if (typeof given !== 'object' || given === null) return true
  return depth > 0 && Object.entries(given).every(([key, inner]) => isCleanText(key) && isShallow(inner, depth - 1))
}

function isCleanText(given: string): boolean {
  return !given.includes('\u0000') && given.isWellFormed()
}
