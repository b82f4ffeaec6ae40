import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'

const PACKAGES = ['Free Demo', 'Basic Premium Plan'].map((name, id) => ({
  id,
  name,
  priceUsd: id * 10,
  backtestUnits: 500 + id * 3500,
  backtestTick: id > 0,
  liveSessions: 0,
  httpCredits: 1000,
  sockets: id,
  multiUserExchanges: false,
  exchangeConnections: id,
  stripePlanId: null,
  active: true,
}))

afterEach(() => vi.unstubAllGlobals())

it('marks the package of the user, and says who assigns another one', async () => {
  const user = sampleReply('currentUser', { subscriptionSku: 1, isAdmin: false })
  mockApi({ listPackages: PACKAGES, bootstrap: sampleReply('bootstrap', { user, profile: 'hosted' }) })
  renderPage('/pricing')
  const basic = (await screen.findByText('Basic Premium Plan')).closest('section')!
  expect(await within(basic).findByText('Your package')).toBeTruthy()
  expect(within(basic).getByText('4,000')).toBeTruthy()
  expect(within(basic).getByText('$10')).toBeTruthy()
  expect(screen.getByText(/Your administrator assigns packages/).textContent).not.toContain('limit nothing')
  expect(screen.queryByRole('link', { name: 'Assign packages' })).toBeNull()
})

it('shows packages to visitors, and why they could not be loaded', async () => {
  const bootstrap = sampleReply('bootstrap', { user: null, profile: 'self-hosted' })
  const api = mockApi({ bootstrap, listPackages: () => errorReply(400, { code: 'x', message: 'No packages today' }) })
  renderPage('/pricing')
  expect(await screen.findByText('No packages today')).toBeTruthy()
  api.use({ listPackages: PACKAGES })
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByText('Free Demo')).toBeTruthy()
  expect(screen.getByText(/packages limit nothing/)).toBeTruthy()
})
