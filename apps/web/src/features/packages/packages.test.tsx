import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { notificationsStore } from '@mantine/notifications'
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
  isForSale: id > 0,
}))

afterEach(() => vi.unstubAllGlobals())

it('marks the package of the user, and says who assigns another one', async () => {
  const user = sampleReply('currentUser', { subscriptionSku: 1, isAdmin: false })
  mockApi({
    listPackages: PACKAGES,
    bootstrap: sampleReply('bootstrap', { user, profile: 'hosted', packages: 'assigned' }),
  })
  renderPage('/pricing')
  const basic = (await screen.findByText('Basic Premium Plan')).closest('section')!
  expect(await within(basic).findByText('Your package')).toBeTruthy()
  expect(within(basic).getByText('4,000')).toBeTruthy()
  expect(within(basic).getByText('$10')).toBeTruthy()
  expect(screen.getByText(/Its administrator assigns packages/).textContent).not.toContain('no limits')
  expect(screen.queryByRole('link', { name: 'Assign packages' })).toBeNull()
})

it('shows packages to visitors, and why they could not be loaded', async () => {
  const bootstrap = sampleReply('bootstrap', { user: null, profile: 'self-hosted', packages: 'assigned' })
  const api = mockApi({ bootstrap, listPackages: () => errorReply(400, { code: 'x', message: 'No packages today' }) })
  renderPage('/pricing')
  expect(await screen.findByText('No packages today')).toBeTruthy()
  api.use({ listPackages: PACKAGES })
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByText('Free Demo')).toBeTruthy()
  expect(screen.getByText(/Packages have no limits/)).toBeTruthy()
})

const SUBSCRIPTION = sampleReply('getSubscription', {
  packageId: 1,
  grantedId: 0,
  status: 'active',
  periodEnd: '2026-12-24T00:00:00.000Z',
  nextPackageId: null,
  changesAt: null,
  pastDueUntil: null,
  isChanging: false,
})
const sold = (changes: object = {}, sku = 1) => ({
  listPackages: [
    ...PACKAGES,
    { ...PACKAGES[1]!, id: 2, name: 'Standard Premium Plan', stripePlanId: 'price_2', isForSale: true },
  ],
  bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser', { subscriptionSku: sku }), packages: 'sold' }),
  getSubscription: { ...SUBSCRIPTION, ...changes },
})

it('asks before a change with its price and its day, and makes it', async () => {
  const preview = { dueNow: 2500, currency: 'usd', at: '2026-12-24T00:00:00.000Z', monthly: 35 }
  const api = mockApi({
    ...sold(),
    previewSubscription: { ...preview, kind: 'upgrade' },
    changeSubscription: { ...SUBSCRIPTION, packageId: 2 },
  })
  renderPage('/pricing')
  expect(await screen.findByText('Renews on 2026-12-24.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade to Standard Premium Plan' }))
  expect((await screen.findByText(/You get Standard Premium Plan immediately/)).textContent).toContain('$25.00 now')
  fireEvent.click(screen.getByRole('button', { name: 'Pay $25.00' }))
  await waitFor(() => expect(api.requestsOf('changeSubscription')).toMatchObject([{ body: { subscriptionId: 2 } }]))
  api.use({ previewSubscription: { ...preview, dueNow: 0, monthly: 0, kind: 'cancel' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Downgrade to Free Demo' }))
  expect(await screen.findByText(/Your subscription ends on 2026-12-24/)).toBeTruthy()
})

it('says what comes next, and what is wrong with a payment', async () => {
  const api = mockApi(sold({ nextPackageId: 0, changesAt: '2026-12-24T00:00:00.000Z' }))
  renderPage('/pricing')
  expect(await screen.findByText('Your subscription ends on 2026-12-24.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Keep Basic Premium Plan' })).toBeTruthy()
  expect(api.requestsOf('getSubscription')).toHaveLength(1)
})

it('warns of a failed payment', async () => {
  mockApi(sold({ status: 'past_due', pastDueUntil: '2026-12-01T00:00:00.000Z' }))
  renderPage('/pricing')
  expect((await screen.findByRole('alert')).textContent).toContain('You keep your package until 2026-12-01.')
  expect(screen.getByRole('button', { name: 'Cards and invoices' })).toBeTruthy()
})

it('says that a payment was canceled', async () => {
  mockApi(sold({ packageId: null, status: null, periodEnd: null }, 0))
  renderPage('/pricing?action=payment_cancel&id=2')
  await screen.findByText('Standard Premium Plan')
  await waitFor(() =>
    expect(notificationsStore.getState().notifications).toMatchObject([
      { message: 'Payment was cancelled. Please try again.' },
    ]),
  )
})

it('asks the server what has become of a payment, and waits for it', async () => {
  const api = mockApi({
    ...sold({ packageId: null, status: null, periodEnd: null }, 0),
    getPaymentSession: { state: 'processing', subscription: SUBSCRIPTION },
  })
  renderPage('/pricing?action=payment_success&id=cs_test_1')
  expect(await screen.findByText('Your payment is being processed')).toBeTruthy()
  api.use({ getPaymentSession: { state: 'paid', subscription: SUBSCRIPTION } })
  await waitFor(() => expect(screen.queryByText('Your payment is being processed')).toBeNull(), { timeout: 10_000 })
  expect(api.requestsOf('bootstrap').length).toBeGreaterThan(1)
})
