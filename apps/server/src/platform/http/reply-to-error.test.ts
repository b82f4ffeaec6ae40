import { isDatabaseAway, isOutOfDescriptors } from '@tradeloom/database'
import { expect, it } from 'vitest'
import { asAppError } from './reply-to-error.ts'

/** The error of a connection that finds no descriptor, as the driver's callers receive it. */
const outOf = (code: string): Error => {
  const cause = Object.assign(new Error(`connect ${code} /run/postgresql/.s.PGSQL.5432`), { code, syscall: 'connect' })
  return new Error('Failed query: select 1', { cause })
}

it.each(['EMFILE', 'ENFILE'])('%s is a server with too much open, not a database that is away', (code) => {
  expect(isOutOfDescriptors(outOf(code))).toBe(true)
  expect(isDatabaseAway(outOf(code))).toBe(false)
  const { status, message } = asAppError(outOf(code)) ?? {}
  expect(status).toBe(503)
  expect(message).toBe('The server has too many connections and files open. Please try again in a moment')
})
