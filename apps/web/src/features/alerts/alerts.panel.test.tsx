// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Alert } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { USER } from '../../entities/accounts/trading.fixture.ts'
import { EURUSD } from '../../entities/prices/markets.fixture.ts'
import { giveLayout } from '../../testing/give-layout.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { Modals } from '../../ui/modals.tsx'
// There at once, instead of on demand.
import '../../ui/modals-host.tsx'
import '../../entities/alerts/alert-form.tsx'
import './alert-list.tsx'
import './firings.tsx'

const ID = '04a1fcbd-ca32-7065-a0e0-bc608310879a'
const TERMS: Alert['terms'] = {
  instrumentId: EURUSD.id,
  value: { kind: 'bid' },
  direction: 'crosses',
  against: 1.09,
  fires: 'once',
  interval: null,
}

function alertOf(changes: Partial<Alert> = {}): Alert {
  return {
    id: ID,
    symbol: 'EUR/USD',
    terms: TERMS,
    text: 'bid crosses 1.09',
    note: '',
    status: 'ACTIVE',
    problem: null,
    fireCount: 0,
    firedAt: null,
    created: 0,
    ...changes,
  }
}

beforeEach(giveLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(alerts: Alert[], replies: Parameters<typeof mockApi>[0] = {}) {
  const api = mockApi({ listInstruments: [EURUSD], listAlerts: alerts, ...replies })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Modals />
      </MantineProvider>
    </QueryClientProvider>,
  )
  showPanel('alerts', undefined, USER)
  return api
}

it('lists watched alerts first, and why one was paused', async () => {
  show([
    alertOf({
      id: '04a1fcbd-ca32-7065-a0e0-bc608310879b',
      text: 'RSI(14) above 70',
      status: 'PAUSED',
      problem: 'No RSI',
    }),
    alertOf(),
  ])
  await screen.findByText('Paused: No RSI')
  expect(screen.getAllByText(/^(bid crosses 1.09|RSI\(14\) above 70)/).map(({ textContent }) => textContent)).toEqual([
    'bid crosses 1.09 ',
    'RSI(14) above 70 ',
  ])
})

it('pauses, and deletes by Del', async () => {
  const api = show([alertOf()])
  fireEvent.click(await screen.findByRole('button', { name: 'Pause alert EUR/USD bid crosses 1.09' }))
  await waitFor(() =>
    expect(api.requestsOf('changeAlert')).toMatchObject([{ params: { id: ID }, body: { isPaused: true } }]),
  )
  fireEvent.keyDown(screen.getByText(/^bid crosses/), { key: 'Delete' })
  await waitFor(() => expect(api.requestsOf('deleteAlert')).toMatchObject([{ params: { id: ID } }]))
})

it('creates an alert of what was typed, and refuses text for a number at its field', async () => {
  const api = show([])
  fireEvent.click(await screen.findByRole('button', { name: 'New alert' }))
  const number = await screen.findByRole('textbox', { name: 'Number' })
  fireEvent.click(screen.getByRole('combobox', { name: 'Instrument' }))
  fireEvent.click(await screen.findByRole('option', { name: /EUR\/USD/ }))
  fireEvent.change(number, { target: { value: 'soon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await screen.findByText('Please enter a number')
  expect(api.requestsOf('createAlert')).toEqual([])
  fireEvent.change(number, { target: { value: '1.1' } })
  api.use({
    createAlert: () =>
      Response.json(
        {
          kind: 'invalid-input',
          code: 'invalid-input',
          message: 'Wrong',
          fields: { 'terms.instrumentId': 'No prices' },
        },
        { status: 400 },
      ),
    listInstruments: [EURUSD],
    listAlerts: [],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await screen.findByText('No prices')
  expect(api.requestsOf('createAlert').map(({ body }) => body)).toEqual([
    { terms: { ...TERMS, against: 1.1 }, note: '' },
  ])
})

it('changes an alert with its indicator', async () => {
  const value = { kind: 'indicator', key: 'RSI', args: [14], output: 'value' } as const
  const terms: Alert['terms'] = { ...TERMS, value: { ...value, args: [14] }, interval: 'M15' }
  const api = show([alertOf({ terms })])
  fireEvent.click(await screen.findByRole('button', { name: 'Change alert EUR/USD bid crosses 1.09' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Arguments' }), { target: { value: '21' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  await waitFor(() =>
    expect(api.requestsOf('changeAlert')[0]?.body).toEqual({
      terms: { ...terms, value: { ...value, args: [21] } },
      note: '',
      isPaused: false,
    }),
  )
})

it('says when one fires while it is on screen, and lists when it has', async () => {
  const api = show([alertOf()], { listAlertFirings: [{ id: ID, at: 0, text: 'Bid 1.09 at noon' }] })
  const live = liveSocket()
  await screen.findByText(/^bid crosses/)
  api.use({
    listAlerts: [alertOf({ status: 'DONE', fireCount: 1, firedAt: 0 })],
    listAlertFirings: [{ id: ID, at: 0, text: 'Bid 1.09 at noon' }],
  })
  await live.say('alerts', { event: 'alert', data: { ...alertOf({ status: 'DONE', fireCount: 1 }), snapshot: false } })
  await screen.findByText('Fired')
  fireEvent.click(screen.getByRole('button', { name: 'History of alert EUR/USD bid crosses 1.09' }))
  await screen.findByText('Bid 1.09 at noon')
  live.close()
})
