import { expect, it } from 'vitest'
import { checkEnding } from './check-ending.ts'
import { CHECK_LIMITS } from './check-limits.ts'
import type { RunnerEnding } from './runner-ending.ts'

type Errored = Extract<RunnerEnding, { status: 'errored' }>

function errored(cause: NonNullable<Errored['cause']>, changes: Partial<Errored> = {}): Errored {
  return { status: 'errored', kind: 'timeout', cause, error: { message: 'as of a run' }, log: [], ...changes }
}

it('says which limit of a check was reached, and what its author can do', () => {
  const messageOf = (ending: Errored): unknown => checkEnding(ending, CHECK_LIMITS)
  expect(messageOf(errored('cpu', { run: 9 }))).toMatchObject({
    status: 'errored',
    error: {
      message:
        'The analysis reached its limit of 120 s of processor time in run 9 of the script; an analysis takes about 17. Do less work in each call of a handler, or use onIntervalClose instead of onTick, and check again',
    },
  })
  expect(messageOf(errored('memory', { kind: 'memory', run: 3 }))).toMatchObject({
    error: {
      message:
        'The script reached the limit of 256 MB of memory, which does not include prices. Keep fewer values in arrays, maps and texts, and check again',
    },
  })
  expect(messageOf(errored('call'))).toMatchObject({
    error: {
      message:
        'A function of the script did not return within 15 s of processor time. Shorten its loops, and check again',
    },
  })
  const place = { line: 2, column: 3 }
  expect(messageOf(errored('call', { error: { message: '', ...place } }))).toMatchObject({
    error: {
      message:
        'A function of the script did not return within 15 s of processor time: this loop never ends. End the loop and check again',
      ...place,
    },
  })
})

it('does not blame the script for the time that has passed or for a crash of its process', () => {
  expect(checkEnding(errored('wall'), CHECK_LIMITS)).toEqual({
    status: 'failed',
    error: { message: 'The analysis did not end within 180 minutes' },
  })
  expect(checkEnding(errored('crash', { kind: 'memory' }), CHECK_LIMITS)).toEqual({
    status: 'failed',
    error: { message: 'The process of the analysis crashed' },
  })
})
