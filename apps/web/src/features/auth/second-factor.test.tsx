import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { call } from '../../api/call.ts'
import { askForLogin, closeAuthPrompt } from '../../entities/user/auth-prompt.ts'
import './confirm-dialog.tsx'
import { closeConfirmPrompt } from '../../entities/user/confirm-prompt.ts'
import { watchSessionEnd } from '../../entities/user/login.ts'

const VISITOR = sampleReply('bootstrap', { user: null })
const USER = sampleReply('currentUser', { username: 'ada' })
const CHALLENGE = 'c'.repeat(43)
const WRONG = { code: 'wrong-code', message: 'Wrong code, or it was used already' }
const NEEDED = { code: 'recent-login-required', message: 'Please show again who you are' }

beforeEach(() => watchSessionEnd())
afterEach(() => {
  act(() => {
    closeAuthPrompt(false)
    closeConfirmPrompt(false)
  })
  vi.unstubAllGlobals()
})

const button = (name: string): HTMLElement => screen.getByRole('button', { name })

async function logIn() {
  const methods: ('code' | 'backup-code')[] = ['code', 'backup-code']
  const api = mockApi({ bootstrap: VISITOR, login: { challenge: CHALLENGE, methods } })
  renderPage('/about')
  let isSignedIn: boolean | null = null
  act(() => void askForLogin().then((answer) => (isSignedIn = answer)))
  await userEvent.type(await screen.findByLabelText('User name or email'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log in' }))
  await screen.findByRole('dialog', { name: 'Confirm it is you' })
  return { api, isSignedIn: () => isSignedIn }
}

it('asks for a code after the password, and then goes on with what needed the login', async () => {
  const { api, isSignedIn } = await logIn()
  expect(isSignedIn()).toBeNull()
  api.use({ loginSecondFactor: () => errorReply(400, WRONG) })
  await userEvent.type(screen.getByLabelText('Code'), '123456')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log in' }))
  await screen.findByText('Wrong code, or it was used already')
  api.use({ loginSecondFactor: USER })
  await userEvent.click(screen.getByLabelText('Do not ask again in this browser for 30 days'))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(isSignedIn()).toBe(true))
  expect(api.requestsOf('loginSecondFactor').map(({ body }) => body)).toEqual([
    { challenge: CHALLENGE, remember: false, code: '123456' },
    { challenge: CHALLENGE, remember: true, code: '123456' },
  ])
})

it('takes a backup code instead, and leads back to the login when the attempt has expired', async () => {
  const { api } = await logIn()
  const message = 'This attempt to log in has expired. Please log in again.'
  api.use({ loginSecondFactor: () => errorReply(400, { code: 'challenge-expired', message }) })
  await userEvent.click(button('Use a backup code'))
  await userEvent.type(screen.getByLabelText('Backup code'), 'ABCD-EFGH-IJKL-MNOP')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  await userEvent.click(button('Back to login'))
  await screen.findByRole('dialog', { name: 'Log in' })
})

it('shows no passkeys where the site has none', async () => {
  mockApi({ bootstrap: sampleReply('bootstrap', { user: null, passkeyHost: 'elsewhere.example' }) })
  renderPage('/about')
  act(() => void askForLogin())
  await screen.findByLabelText('User name or email')
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
})

it('asks once who is there when a call needs a recent login, and then repeats every such call', async () => {
  let isRecent = false
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user: USER }),
    getConfirmation: { methods: ['password', 'code'] },
    confirmLogin: ({ body }) => {
      if ((body as { password?: string }).password !== 'right') {
        return errorReply(400, { code: 'invalid-input', message: 'Wrong password' })
      }
      isRecent = true
      return { ok: true }
    },
    renewBackupCodes: () => (isRecent ? { backupCodes: ['A'] } : errorReply(403, NEEDED)),
    disableTwoFactor: () => (isRecent ? { ok: true } : errorReply(403, NEEDED)),
  })
  renderPage('/about')
  await screen.findByRole('button', { name: 'User menu of ada' })
  const answers = Promise.all([call('renewBackupCodes', {}), call('disableTwoFactor', {})])
  const field = await screen.findByLabelText('Password')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await userEvent.type(field, 'wrong')
  await userEvent.click(button('Confirm'))
  await screen.findByText('Wrong password')
  await userEvent.clear(field)
  await userEvent.type(field, 'right')
  await userEvent.click(button('Confirm'))
  expect(await answers).toEqual([{ backupCodes: ['A'] }, { ok: true }])
  expect(api.requestsOf('renewBackupCodes')).toHaveLength(2)
})

it('gives the reason to the caller when the user shows no factor', async () => {
  mockApi({
    bootstrap: sampleReply('bootstrap', { user: USER }),
    getConfirmation: { methods: ['password'] },
    renewBackupCodes: () => errorReply(403, NEEDED),
  })
  renderPage('/about')
  await screen.findByRole('button', { name: 'User menu of ada' })
  const answer = call('renewBackupCodes', {}).catch((error: unknown) => error)
  await screen.findByLabelText('Password')
  await userEvent.click(button('Close'))
  expect(await answer).toMatchObject({ code: 'recent-login-required' })
})
