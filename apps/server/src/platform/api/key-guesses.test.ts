import { expect, it } from 'vitest'
import { KeyGuesses } from './key-guesses.ts'

it('wrong secrets of one key are limited from wherever they come, and whoever has the right one is let through', () => {
  let time = 0
  const guesses = new KeyGuesses(() => time)
  guesses.right('right')
  const guess = (n: number): boolean => {
    try {
      guesses.check(`198.51.${n >> 8}.${n & 255}`, 'tk_a', `wrong ${n}`)
    } catch {
      return false
    }
    guesses.wrong(`198.51.${n >> 8}.${n & 255}`, 'tk_a', `wrong ${n}`)
    return true
  }
  expect(Array.from({ length: 120 }, (_, n) => guess(n)).filter(Boolean)).toHaveLength(100)
  expect(() => guesses.check('198.51.100.1', 'tk_b', 'of another key')).not.toThrow()
  expect(() => guesses.check('198.51.100.1', 'tk_a', 'right')).not.toThrow()
  expect(() => guesses.check('198.51.100.1', 'tk_a', 'other')).toThrow('Too many wrong secrets of this key')
  time += 60_000
  expect(guess(500)).toBe(true)
})
