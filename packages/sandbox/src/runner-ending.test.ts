import { expect, it } from 'vitest'
import type { RunnerEvent } from './protocol.ts'
import { failureEnding } from './runner-ending.ts'

it('takes an error of a kind that does not exist for one of the script', () => {
  const error = { message: 'no' }
  const event = { type: 'errored', kind: '<b>odd</b>', error, log: [] } as unknown as RunnerEvent
  const ending = failureEnding(event as Extract<RunnerEvent, { type: 'errored' }>, '')
  expect(ending).toEqual({ status: 'errored', kind: 'script', error, log: [] })
})
