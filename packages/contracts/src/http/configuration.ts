import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { isStorable } from './stored-data.ts'

const params = z.strictObject({ path: z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/, 'Unknown setting') })
const MAX_LENGTH = 131_072

/** Settings of the web app. Their meaning is known only to it. */
const value = z
  .unknown()
  .refine((given) => given !== undefined, 'A setting needs a value')
  .refine(isStorable, {
    message: 'This setting is nested too deeply, or has a text or a number that cannot be stored',
    abort: true,
  })
  .refine((given) => JSON.stringify(given ?? null).length <= MAX_LENGTH, 'This setting is too long')

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
  summary: 'Change one setting of the web app: its value alone, or wrapped as it is answered',
  params,
  query: nothing,
  body: z.preprocess((given) => (isWrapped(given) ? given : { value: given }), z.strictObject({ value })),
  response: z.object({ value: z.unknown() }),
})

function isWrapped(given: unknown): given is { value: unknown } {
  return typeof given === 'object' && given !== null && Object.keys(given).join() === 'value'
}
