import { z } from 'zod'
import { nothing } from './common.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { mustMatch } from './must-match.ts'
import { text } from './text.ts'
import { signedIn } from './users.ts'

const done = z.object({ ok: z.literal(true) })
const newPassword = text
  .min(1, 'Please enter your password')
  .min(8, 'Password must have at least 8 characters')
  .max(256)

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/public-api/request-password-reset',
  auth: 'public',
  summary: 'Ask for mail with a link to choose a new password; unknown addresses get the same answer',
  params: nothing,
  query: nothing,
  body: z.strictObject({ email: emailAddress }),
  response: done,
})

export const changeForgottenPassword = endpoint({
  method: 'POST',
  path: '/public-api/change-forgotten-password',
  auth: 'public',
  summary: 'Choose a new password with the key of a link, sign out everywhere else and sign in; 202: second factor',
  params: nothing,
  query: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete') }),
  body: z
    .strictObject({ password: newPassword, passwordVerification: text.max(256) })
    .refine((form) => form.password === form.passwordVerification, mustMatch('password', 'passwordVerification')),
  response: signedIn,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/change-password',
  auth: 'user',
  summary: 'Replace the own password and end all other logins',
  audit: { action: 'password-changed' },
  params: nothing,
  query: nothing,
  body: z
    .strictObject({
      oldPassword: text.min(1, 'Please enter your current password').max(256),
      newPassword: text
        .min(1, 'Please enter your new password')
        .min(8, 'Password must have at least 8 characters')
        .max(256),
      confirmNewPassword: text.min(1, 'Please repeat your password').max(256),
    })
    .refine((form) => form.newPassword === form.confirmNewPassword, mustMatch('newPassword', 'confirmNewPassword')),
  response: done,
})
