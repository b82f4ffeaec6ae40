import { expect, it } from 'vitest'
import { changePassword } from './account.ts'
import { register } from './users.ts'

const messagesOf = (parsed: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  parsed.error?.issues.map(({ message }) => message) ?? []

it('reports that passwords differ together with the errors of other fields', () => {
  const form = { regUsername: 'ada', regEmail: 'nowhere', regPassword: 'long-enough', regRepeatPassword: 'another' }
  expect(messagesOf(register.body.safeParse(form))).toEqual([
    'The email you entered looks invalid',
    'Passwords do not match!',
  ])
})

it('compares only what was sent', () => {
  for (const nonsense of [null, 7, 'text', []]) expect(register.body.safeParse(nonsense).success).toBe(false)
  const form = { oldPassword: 'old', newPassword: 'long-enough' }
  expect(messagesOf(changePassword.body.safeParse(form))).not.toContain('Passwords do not match!')
  const whole = { ...form, confirmNewPassword: 'long-enough' }
  expect(changePassword.body.safeParse(whole).success).toBe(true)
})
