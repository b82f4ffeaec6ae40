import { UserError } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { type EndReason, ProcessEnded } from '../../platform/processes/process-ended.ts'
import { importFailure } from './import-failure.ts'

const LIMITS = { heapMb: 1, residentBytes: 30 * 1024 ** 2, silenceMs: 300_000 }

it.each<[EndReason, string]>([
  [
    'silence',
    'The import made no progress for 300 s and was stopped. Nothing of it was imported; import the files in parts',
  ],
  ['resident', 'The import needed more than 30 MB of memory. Nothing of it was imported; import the files in parts'],
  ['heap', 'The import needed more memory than it may use. Nothing of it was imported; import the files in parts'],
  ['crash', 'The import ended unexpectedly. Nothing of it was imported; try again'],
])('an import whose process ended by %s tells its user what to do', (reason, text) => {
  expect(importFailure(new ProcessEnded('imports', reason), LIMITS)).toEqual(new UserError('no-data', text))
})

it('an error in the files of an import reaches its user unchanged', () => {
  const error = new UserError('import-file', 'data.csv line 1: no column for close')
  expect(importFailure(error, LIMITS)).toBe(error)
})
