import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { SocketRequest } from '../socket/socket-request.ts'
import { socketRequests } from '../index.ts'
import { endpoints, routes } from './endpoints.ts'
import { partsOf } from './parts-of.fixture.ts'
import { MAX_INTEGER, queryNumber, wholeNumber } from './whole-number.ts'

const queries = routes.flatMap(({ path, query }) => [...partsOf(query, path)])
const integers = [
  ...queries,
  ...Object.entries(endpoints).flatMap(([name, { body }]) => [...partsOf(body, `${name}.body`)]),
  ...Object.entries<SocketRequest>(socketRequests).flatMap(([name, { payload }]) => [...partsOf(payload(), name)]),
]
  .filter((part): part is readonly [string, z.ZodNumber] => part[1] instanceof z.ZodNumber)
  // A check of a number is a schema too; only the number knows all its bounds.
  .filter(([path, schema]) => schema.isInt && !path.includes('.checks'))

describe('every whole number in a request', () => {
  it('is found in the contracts', () => expect(integers.length).toBeGreaterThan(40))

  it.each(integers)('%s has a largest and a smallest value', (_, schema) => {
    expect(schema.minValue).toBeGreaterThan(Number.MIN_SAFE_INTEGER)
    expect(schema.maxValue).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })

  it('is never read from an empty text', () => {
    const coerced = queries.filter(([, schema]) => schema instanceof z.ZodNumber && schema.def.coerce)
    expect(coerced.map(([name]) => name)).toEqual([])
  })
})

it('refuses what the database cannot hold, with a sentence', () => {
  const index = wholeNumber(0, MAX_INTEGER)
  expect(index.parse(2_147_483_646)).toBe(2_147_483_646)
  for (const value of [2_147_483_647, -1, 0.5, Number.NaN, '5', null]) {
    const { error } = index.safeParse(value)
    expect(error?.issues[0]?.message).toBe('Please enter a whole number from 0 to 2,147,483,646')
  }
})

it('reads a number of a query, and no empty one', () => {
  const limit = queryNumber(0, 100).default(20)
  for (const [given, expected] of [
    ['0', 0],
    ['100', 100],
    [7, 7],
    [undefined, 20],
  ]) {
    expect(limit.parse(given)).toBe(expected)
  }
  for (const given of ['', ' ', '\t', '101', '-1', '1e1', '0x1', '5 ', '1.5', ['5'], true, null]) {
    expect(limit.safeParse(given).error?.issues[0]?.message).toBe('Please enter a whole number from 0 to 100')
  }
})
