import { act, screen, waitFor, within } from '@testing-library/react'
import type { RestoreState } from '@tradeloom/contracts'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { askForLogin, closeAuthPrompt, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { openMailedLink } from './open-mailed-link.ts'

afterEach(() => {
  act(() => {
    closeAuthPrompt(false)
    useAuthPrompt.setState({ invitation: null })
  })
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

/** The form to register on a server that says so. */
function open(changes: object, replies: MockReplies = {}) {
  const bootstrap = { user: null, registration: 'open', needsSetupToken: false, canRestore: false, ...changes }
  const api = mockApi({ bootstrap: sampleReply('bootstrap', bootstrap), ...replies })
  renderPage('/about')
  act(() => void askForLogin(null, 'register'))
  return api
}

const register = async (): Promise<void> =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Register' }))

async function fill(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('User name'), 'ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'correct horse')
}

it('asks the first user of a server that others reach for its setup token', async () => {
  const api = open({ needsSetupToken: true, registration: 'closed' })
  await screen.findByLabelText('Setup token')
  await fill()
  await userEvent.type(screen.getByLabelText('Setup token'), 'token-of-the-start')
  await register()
  await waitFor(() => expect(api.requestsOf('register')).toHaveLength(1))
  expect(api.requestsOf('register')[0]?.body).toMatchObject({ regUsername: 'ada', setupToken: 'token-of-the-start' })
  // The first steps are shown to a user who has just registered.
  await waitFor(() =>
    expect(api.requestsOf('putConfiguration')).toMatchObject([
      { params: { path: 'start-card' }, body: { value: 'open' } },
    ]),
  )
})

it.each([
  ['closed', /^Registration is closed/],
  ['invited', /^Registration is by invitation/],
])('says instead of a form that registration is %s', async (registration, text) => {
  open({ registration })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByLabelText('User name')).toBeNull()
})

it('registers with the key of an invitation, which leaves the address', async () => {
  history.replaceState(null, '', '/about?invitation=the-key')
  openMailedLink()
  expect(location.search).toBe('')
  const api = open({ registration: 'invited' })
  await fill()
  await register()
  await waitFor(() => expect(api.requestsOf('register')).toHaveLength(1))
  expect(api.requestsOf('register')[0]?.body).toMatchObject({ invitation: 'the-key' })
  expect(api.requestsOf('register')[0]?.body).not.toHaveProperty('setupToken')
})

it('offers to restore a backup on an empty installation alone, and says how far that is', async () => {
  let state: RestoreState = { state: 'failed', problem: 'There is no backup in s3://bucket/ours' }
  const begin = () => (state = { state: 'restoring', problem: null })
  const api = open({ canRestore: true, needsSetupToken: true }, { getRestore: () => state, restoreInstallation: begin })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore a backup' }))
  expect(await screen.findByText('There is no backup in s3://bucket/ours')).toBeTruthy()
  expect(screen.queryByLabelText('Region')).toBeNull()
  await userEvent.type(screen.getByLabelText('Backup'), 's3://bucket/ours')
  await userEvent.type(screen.getByLabelText('Secret access key'), 'secret')
  await userEvent.type(screen.getByLabelText('Backup key'), 'ABCD')
  await userEvent.type(screen.getByLabelText('Setup token'), 'token-of-the-start')
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(/^The backup is being restored/)).toBeTruthy()
  expect(api.requestsOf('restoreInstallation')[0]?.body).toEqual({
    place: 's3://bucket/ours',
    secretAccessKey: 'secret',
    backupKey: 'ABCD',
    setupToken: 'token-of-the-start',
  })
})

it('does not offer that to others', async () => {
  open({})
  await screen.findByLabelText('User name')
  expect(screen.queryByRole('button', { name: 'Restore a backup' })).toBeNull()
})
