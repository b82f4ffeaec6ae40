import { expect, it } from 'vitest'
import { isDust } from './dust.ts'

const RULES = { lotSize: 0.00001, minQuantity: 0.0001, minNotional: 5 }

it('calls dust what is less than the least quantity, the least value, or a step', () => {
  expect(isDust(0.00009, 60_000, RULES)).toBe(true)
  expect(isDust(0.0001, 49_000, RULES)).toBe(true)
  expect(isDust(0.0001, 50_000, RULES)).toBe(false)
  expect(isDust(0.000009, 60_000, { ...RULES, minQuantity: 0, minNotional: null })).toBe(true)
})
