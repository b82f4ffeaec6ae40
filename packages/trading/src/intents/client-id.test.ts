import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { clientId, clientNumber } from './client-id.ts'

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
