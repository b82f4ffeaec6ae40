import { expect, it } from 'vitest'
import { stateActionOf } from './use-run-actions.ts'

it.each([
  ['Queued', 'cancel'],
  ['In Progress', 'stop'],
  ['Completed', 'delete'],
  ['Errored', 'delete'],
  ['Failed', 'delete'],
  ['Stopped', 'delete'],
] as const)('The state %s allows the owner of a run to %s it, and other users nothing', (status, action) => {
  expect(stateActionOf({ status, readOnly: false })).toBe(action)
  expect(stateActionOf({ status, readOnly: true })).toBeNull()
})
