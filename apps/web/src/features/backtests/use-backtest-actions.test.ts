import { describe, expect, it } from 'vitest'
import { allowedActions } from './use-backtest-actions.ts'

describe('allowedActions', () => {
  it.each([
    ['Queued', { cancel: true, stop: false, remove: false }],
    ['In Progress', { cancel: false, stop: true, remove: false }],
    ['Completed', { cancel: false, stop: false, remove: true }],
    ['Errored', { cancel: false, stop: false, remove: true }],
    ['Failed', { cancel: false, stop: false, remove: true }],
    ['Stopped', { cancel: false, stop: false, remove: true }],
  ] as const)('for a backtest that is %s are %j, and none for other users', (status, actions) => {
    expect(allowedActions({ status, readOnly: false })).toEqual(actions)
    expect(Object.values(allowedActions({ status, readOnly: true }))).toEqual([false, false, false])
  })
})
