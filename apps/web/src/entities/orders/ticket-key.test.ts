import { expect, it } from 'vitest'
import { newTicketKey } from './ticket-key.ts'

it('makes keys of seven letters and digits, each another one', () => {
  const keys = Array.from({ length: 2_000 }, newTicketKey)
  expect(keys.filter((key) => !/^[A-Za-z0-9]{7}$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})
