import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { clientId, clientNumber, closingClientNumber, isClosingOf, MAX_CLOSING_ATTEMPTS } from './client-id.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()
const parts = { installation: 'here', accountId: 'a', intentId: 'i', leg: 0 }

it('a client id has 19 characters of base 32, and the same intent has the same one', () => {
  const id = clientId(sha256, parts)
  expect(id).toMatch(/^t[a-z2-7]{17}a$/)
  expect(clientId(sha256, parts)).toBe(id)
})

it('client ids of other intents, legs, accounts and installations differ', () => {
  const others = [{ intentId: 'j' }, { leg: 1 }, { accountId: 'b' }, { installation: 'there' }]
  const ids = others.map((other) => clientId(sha256, { ...parts, ...other }))
  expect(new Set([clientId(sha256, parts), ...ids]).size).toBe(5)
})

it('a client number has 45 bits', () => {
  for (let i = 0; i < 200; i++) {
    const number = clientNumber(sha256, { ...parts, intentId: String(i) })
    expect(Number.isSafeInteger(number) && number >= 0 && number < 2 ** 45).toBe(true)
  }
})

it('the number of a closing has 45 bits, names its position, and differs by attempt', () => {
  const closing = { installation: 'here', accountId: 'a', positionId: 'p' }
  const numbers = Array.from({ length: MAX_CLOSING_ATTEMPTS }, (_, attempt) =>
    closingClientNumber(sha256, { ...closing, attempt }),
  )
  expect(new Set(numbers).size).toBe(MAX_CLOSING_ATTEMPTS)
  for (const clientNumber of numbers) {
    expect(Number.isSafeInteger(clientNumber) && clientNumber < 2 ** 45).toBe(true)
    const named = { clientId: null, clientNumber }
    expect(['p', 'q'].map((id) => isClosingOf(sha256, named, 'a', id))).toEqual([true, false])
  }
})
