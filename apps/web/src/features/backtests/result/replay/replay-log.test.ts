import { expect, it } from 'vitest'
import { linesUntil, variablesOf } from './replay-log.ts'

it('counts the lines that were logged before a time', () => {
  const lines = [1, 2, 2, 5].map((time) => ({ time }))
  expect([0, 1, 2, 3, 5, 6].map((time) => linesUntil(lines, time))).toEqual([0, 0, 1, 3, 3, 4])
})

it('reads variables from lines of a name and a number, the newest value of each', () => {
  const messages = ['spread 1.5', 'opened at 1.2', 'level: -2e-5', 'spread 1.25', '<b> 1', 'NaN', 'count 3 4']
  expect([...variablesOf(messages.map((message) => ({ message })))]).toEqual([
    ['level', -2e-5],
    ['spread', 1.25],
  ])
})
