import { expect, it } from 'vitest'
import { CREDENTIAL_FORMS } from '../credential-forms.ts'
import { addExchangeKey } from './exchange-keys.ts'

it.each(Object.entries(CREDENTIAL_FORMS))(
  'the form %s is entered with its fields, and no others',
  (_, { style, fields }) => {
    const values = Object.fromEntries(fields.map(({ name }) => [name, 'a value']))
    const request = { formStyle: style, type: 'practice', broker: 'VENUE', ...values }
    expect(Object.keys(addExchangeKey.body.parse(request))).toEqual([
      'formStyle',
      'type',
      'broker',
      ...Object.keys(values),
    ])
    expect(addExchangeKey.body.safeParse({ ...request, more: 'x' }).success).toBe(false)
    for (const name of Object.keys(values)) {
      const { error } = addExchangeKey.body.safeParse({ ...request, [name]: '' })
      expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
    }
  },
)
