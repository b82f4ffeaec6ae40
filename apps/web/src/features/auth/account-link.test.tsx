import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { closeAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { openMailedLink } from './open-mailed-link.ts'

const KEY = 'k'.repeat(43)
const BOOTSTRAP = sampleReply('bootstrap', { user: null })

afterEach(() => {
  act(() => closeAuthPrompt(false))
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

it.each([
  ['verify-email', 'Confirm address', 'Your email address is confirmed.'],
  ['change-email', 'Use this address', 'Your account uses this email address now.'],
  ['undo-email', 'Undo the change', /Your old email address is restored\. Now request a new password/],
  ['remove-factors', 'Remove them', /Log in with your password/],
] as const)(
  'a link to %s says what it is for, and does it after a press of the button',
  async (purpose, button, done) => {
    const api = mockApi({ bootstrap: BOOTSTRAP, openAccountLink: { purpose, email: null } })
    history.replaceState(null, '', `/?account=${purpose}.${KEY}&sort=new`)
    openMailedLink()
    expect(location.search).toBe('?sort=new')
    renderPage('/about')
    expect(await screen.findByRole('dialog', { name: 'Your account' })).toBeTruthy()
    expect(api.requestsOf('openAccountLink')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(done)).toBeTruthy()
    expect(api.requestsOf('openAccountLink')).toMatchObject([{ body: { key: KEY } }])
  },
)

it('a link that has expired says so, and an unknown one opens nothing', async () => {
  const message = 'This link has expired or was used already'
  mockApi({ bootstrap: BOOTSTRAP, openAccountLink: () => errorReply(400, { code: 'link-expired', message }) })
  history.replaceState(null, '', `/?account=verify-email.${KEY}`)
  openMailedLink()
  renderPage('/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm address' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  act(() => closeAuthPrompt(false))
  history.replaceState(null, '', `/?account=delete-all.${KEY}`)
  openMailedLink()
  expect(screen.queryByRole('dialog', { name: 'Your account' })).toBeNull()
})
