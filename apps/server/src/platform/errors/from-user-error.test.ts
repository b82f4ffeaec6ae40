import { USER_ERROR_CODES, UserError } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { fromUserError } from './from-user-error.ts'

describe('fromUserError', () => {
  it('maps every code to the status of a request that the user can fix', () => {
    const statuses = USER_ERROR_CODES.map((code) => [code, fromUserError(new UserError(code, 'Text')).status])
    expect(Object.fromEntries(statuses)).toEqual({
      'invalid-input': 400,
      'unknown-instrument': 400,
      'run-input': 400,
      'import-file': 400,
      'no-data': 400,
      'damaged-data': 409,
      busy: 503,
      conflict: 409,
      limit: 429,
      disk: 507,
    })
  })

  it('includes code, text and field', () => {
    expect(fromUserError(new UserError('invalid-input', 'Must be a number', 'models.latencyMs')).body()).toEqual({
      code: 'invalid-input',
      kind: 'invalid-input',
      message: 'Must be a number',
      fields: { 'models.latencyMs': 'Must be a number' },
    })
    expect(fromUserError(new UserError('busy', 'Try again')).body()).not.toHaveProperty('fields')
  })
})
