import { expect, it } from 'vitest'
import type { JsonSchema } from './to-json-schema.ts'
import { typeWords } from './type-words.ts'

it('names the format of a text, and else its length', () => {
  expect(typeWords({ type: 'string', format: 'email', maxLength: 254 })).toBe('email address')
  expect(typeWords({ type: 'string', format: 'date-time' })).toBe('ISO time')
  expect(typeWords({ type: 'string', maxLength: 40 })).toBe('text of up to 40 characters')
})

it('names what is in a list in the plural', () => {
  const numbers: JsonSchema = { type: 'array', items: { type: 'number', minimum: 1 } }
  expect(typeWords({ type: 'array', items: numbers, maxItems: 3 })).toBe('list of up to 3: lists of numbers from 1')
  expect(typeWords({ type: 'array', items: { type: 'object', properties: {} } })).toBe('list of objects')
})
