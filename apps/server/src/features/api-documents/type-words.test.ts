import { expect, it } from 'vitest'
import { typeWords } from './type-words.ts'

it('names the format of a text, and else its length', () => {
  expect(typeWords({ type: 'string', format: 'email', maxLength: 254 })).toBe('email address')
  expect(typeWords({ type: 'string', format: 'date-time' })).toBe('ISO time')
  expect(typeWords({ type: 'string', maxLength: 40 })).toBe('text of up to 40 characters')
})
