import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import './words-of-issue.ts'

const LIBRARY = /invalid (input|option|string|type)|expected [a-z<]|, received|undefined|too (small|big)|unrecognized/i

const messagesOf = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? []

it('A missing field has the text of an empty one', () => {
  expect(messagesOf(endpoints.register.body, {})).toEqual(
    expect.arrayContaining(['Please enter your user name', 'Please enter your email address']),
  )
})

it('Wrong values are named with what they must be', () => {
  const schema = z.strictObject({
    initialBalance: z.number().min(1),
    names: z.array(z.string()).max(2),
    side: z.enum(['BUY', 'SELL']),
    count: z.number(),
  })
  expect(messagesOf(schema, { initialBalance: 0, names: ['a', 'b', 'c'], side: 'HOLD', count: 'x', more: 1 })).toEqual([
    'Initial balance must be at least 1',
    'Names must have at most 2 entries',
    'Side must be one of BUY, SELL',
    'Count must be a number',
    'There is nothing called more here',
  ])
  expect(messagesOf(schema, 'text')).toEqual(['The input must be an object'])
})

it.each(Object.keys(endpoints) as (keyof typeof endpoints)[])('%s says nothing in the words of the library', (name) => {
  for (const part of ['params', 'query', 'body'] as const) {
    for (const input of [undefined, {}, [], 'text', 1, { id: 1, more: 1 }]) {
      for (const message of messagesOf(endpoints[name][part], input)) expect(message).not.toMatch(LIBRARY)
    }
  }
})
