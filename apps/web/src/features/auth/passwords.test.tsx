import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { askForLogin, closeAuthPrompt, forgetEnded } from '../../entities/user/auth-prompt.ts'
import { openMailedLink } from './open-mailed-link.ts'

const VISITOR = sampleReply('bootstrap', { user: null, canSendMail: false })
const USER = sampleReply('currentUser', { username: 'ada' })
const KEY = 'k'.repeat(43)

afterEach(() => {
  act(() => {
    closeAuthPrompt(false)
    forgetEnded()
  })
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const button = (name: string): HTMLElement => screen.getByRole('button', { name })

/** Opens the dialog of a visitor, at the form for a forgotten password. */
async function openForgotten(canSendMail: boolean) {
  const api = mockApi({ bootstrap: sampleReply('bootstrap', { user: null, canSendMail }) })
  renderPage('/about')
  act(() => void askForLogin())
  await userEvent.click(await screen.findByRole('button', { name: 'Forgotten your login details?' }))
  return api
}

it('asks for a link to replace a forgotten password, and says where to get it without a mail server', async () => {
  const api = await openForgotten(false)
  await userEvent.click(button('Send link'))
  expect(screen.getByText('Please enter your email address')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
  expect(screen.queryByText('Please enter your email address')).toBeNull()
  expect(screen.queryByText(/will be sent there/)).toBeNull()
  await userEvent.click(button('Send link'))
  expect(await screen.findByText(/ask its administrator for a link to choose a new password/)).toBeTruthy()
  expect(screen.queryByText(/on its way/)).toBeNull()
  expect(api.requestsOf('requestPasswordReset')).toMatchObject([{ body: { email: 'ada@example.org' } }])
})

it('says that a link is on its way where mail is sent', async () => {
  await openForgotten(true)
  expect(screen.getByText('A link to choose a new password will be sent there.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
  await userEvent.click(button('Send link'))
  expect(await screen.findByText(/a link to choose a new password is on its way/)).toBeTruthy()
  expect(screen.queryByText(/ask its administrator/)).toBeNull()
})

it('opens the dialog of a link, takes its key out of the address and signs in with the new password', async () => {
  const replies = { bootstrap: VISITOR, changeForgottenPassword: USER }
  const api = mockApi(replies)
  history.replaceState(null, '', `/?key=${KEY}&sort=new`)
  openMailedLink()
  expect(location.search).toBe('?sort=new')
  renderPage('/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  expect(screen.getByText('Please enter your password')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'harmless glass')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'harmless')
  await userEvent.click(button('Change password'))
  expect(screen.getByText('Passwords do not match!')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Repeat password'), ' glass')
  await userEvent.click(button('Change password'))
  expect(await screen.findByRole('button', { name: 'User menu of ada' })).toBeTruthy()
  expect(api.requestsOf('changeForgottenPassword')[0]?.query).toEqual({ key: KEY })
})

it('offers a new link when the old one has expired', async () => {
  const message = 'This link has expired or was used already. Please request a new one.'
  mockApi({
    bootstrap: VISITOR,
    changeForgottenPassword: () => errorReply(400, { code: 'reset-expired', message }),
  })
  history.replaceState(null, '', `/?key=${KEY}`)
  openMailedLink()
  renderPage('/about')
  await userEvent.type(await screen.findByLabelText('New password'), 'harmless glass')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'harmless glass')
  await userEvent.click(button('Change password'))
  expect(await screen.findByText(message)).toBeTruthy()
  await userEvent.click(button('Request a new link'))
  expect(await screen.findByText('Forgotten password')).toBeTruthy()
})

it('shows every text as a toast on narrow screens', async () => {
  mockApi({ bootstrap: VISITOR })
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('480px') }))
  renderPage('/about')
  act(() => void askForLogin())
  await screen.findByLabelText('User name or email')
  await userEvent.click(formButton())
  const toast = await screen.findByRole('alert')
  expect(toast.textContent).toContain('Please enter your user name')
  expect(screen.queryByText('Please enter your password')).toBeNull()
})

it('changes the password in the settings, and shows a wrong one at its field', async () => {
  const user = sampleReply('currentUser', { username: 'ada' })
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user }),
    changePassword: ({ body }) =>
      (body as { oldPassword: string }).oldPassword === 'right one'
        ? { ok: true }
        : Response.json(
            {
              code: 'invalid-input',
              kind: 'invalid-input',
              message: 'Wrong password',
              fields: { oldPassword: 'Wrong password' },
            },
            { status: 400 },
          ),
  })
  renderPage('/about?settings=security')
  await userEvent.type(await screen.findByLabelText('Current password'), 'wrong one')
  await userEvent.type(screen.getByLabelText('New password'), 'harmless glass')
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'harmless glass')
  await userEvent.click(button('Change password'))
  expect(await screen.findByText('Wrong password')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Current password'))
  await userEvent.type(screen.getByLabelText('Current password'), 'right one')
  await userEvent.click(button('Change password'))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(api.requestsOf('changePassword')).toHaveLength(2)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(''))
})

/** The header has a button of the same name. */
function formButton(): HTMLElement {
  return document.querySelector<HTMLElement>('form button[type="submit"]')!
}
