import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { writeDraft } from '../../entities/scripts/draft-store.ts'
import './new-session-dialog.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

afterEach(() => vi.unstubAllGlobals())

async function openDialog(liveTradingSessions: number, running: number, replies: MockReplies = {}) {
  const user = sampleReply('currentUser', { liveTradingSessions })
  const [session] = sampleReply('listActiveSessions')
  const [instrument] = sampleReply('listInstruments')
  const api = mockApi({
    bootstrap: sampleReply('bootstrap', { user }),
    getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: false }),
    listInstruments: [{ ...instrument!, status: 'active' }],
    listActiveSessions: Array.from({ length: running }, (_, at) => ({
      ...session!,
      id: `${ID.slice(0, -2)}${at + 10}`,
      status: 'Active' as const,
    })),
    listAlgorithmSessions: [],
    listSeries: [],
    ...replies,
  })
  renderPage(`/algorithms/${ID}/trade`)
  await userEvent.click(await screen.findByRole('button', { name: 'New Trading Session' }))
  const dialog = await screen.findByRole('dialog', { name: 'New Trading Session' })
  return { api, dialog, ok: await within(dialog).findByRole('button', { name: 'OK' }) }
}

it('a session is not started while none is available, and the way to more leads to the packages', async () => {
  const { dialog, ok } = await openDialog(1, 1)
  expect(within(dialog).getByRole('status').textContent).toContain('You have 0 sessions available')
  expect(within(dialog).getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/pricing')
  expect(ok.hasAttribute('disabled')).toBe(true)
})

it('a session can be started once its script is loaded, while one is available', async () => {
  const { dialog, ok } = await openDialog(2, 1)
  await waitFor(() => expect(ok.hasAttribute('disabled')).toBe(false))
  expect(within(dialog).queryByText(/sessions available/)).toBeNull()
})

it('a session trades the first account at the broker of its market, and offers the paper account, too', async () => {
  const [paper] = sampleReply('listAccounts')
  const [first] = sampleReply('listInstruments')
  const market = { ...first!, broker: 'BINANCE', id: 'BTCUSDT:BINANCE', symbol: 'BTCUSDT', status: 'active' as const }
  const coins = { ...paper!, id: `${ID.slice(0, -1)}b`, type: 'live' as const, broker: 'BINANCE', currency: 'USDT' }
  const other = { ...coins, id: `${ID.slice(0, -1)}c`, broker: 'BITMEX' }
  const { dialog } = await openDialog(2, 1, {
    listInstruments: [market],
    listAccounts: [{ ...paper!, type: 'paper', broker: 'PAPER' }, other, coins],
  })
  const account = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Account' })
  expect(account.value).toContain('BINANCE')
  await userEvent.click(account)
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent?.split(' ')[0])
  expect(options).toEqual(['BINANCE', 'Paper'])
})

it('says before the start that a market is closed, and offers one that trades now', async () => {
  const [first] = sampleReply('listInstruments')
  const market = { ...first!, broker: 'SIM', status: 'active' } as const
  const closed = { ...market, id: 'EURUSD:SIM', symbol: 'EURUSD', displaySymbol: 'EUR/USD', tradingOpen: false }
  const open = { ...market, id: 'BTCUSDT:SIM', symbol: 'BTCUSDT', displaySymbol: 'BTC/USDT', tradingOpen: true }
  const { dialog } = await openDialog(2, 1, { listInstruments: [closed, open] })
  const instrument = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Instrument' })
  expect(instrument.value).toBe('BTC/USDT SIM')
  await userEvent.click(instrument)
  await userEvent.click(await screen.findByRole('option', { name: 'EUR/USD SIM' }))
  within(dialog).getByText(/^EUR\/USD is closed now: the session starts, and waits for its first price/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Trade BTC/USDT instead' }))
  expect(instrument.value).toBe('BTC/USDT SIM')
  expect(within(dialog).queryByText(/is closed now/)).toBeNull()
})

it('a netting account says what it does to opposite orders, and that the session has the market for itself', async () => {
  const [paper] = sampleReply('listAccounts')
  const [first] = sampleReply('listInstruments')
  const market = { ...first!, broker: 'OANDA', id: 'EURUSD:OANDA', symbol: 'EURUSD', status: 'active' as const }
  const margin = { ...paper!, id: `${ID.slice(0, -1)}b`, type: 'live', broker: 'OANDA', model: 'netting' } as const
  const { dialog } = await openDialog(2, 1, {
    listInstruments: [market],
    listAccounts: [margin, { ...paper!, type: 'paper', broker: 'PAPER' }],
  })
  const account = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Account' })
  expect(account.value).toMatch(/^OANDA/)
  expect(within(dialog).getByRole('note').textContent).toContain('one position in each market')
  await userEvent.click(account)
  await userEvent.click(await screen.findByRole('option', { name: /^Paper/ }))
  expect(within(dialog).queryByRole('note')).toBeNull()
})

it('an account that is not connected says so, and why, before a session is started on it', async () => {
  const [paper] = sampleReply('listAccounts')
  const [first] = sampleReply('listInstruments')
  const market = { ...first!, broker: 'BINANCE', id: 'BTCUSDT:BINANCE', symbol: 'BTCUSDT', status: 'active' as const }
  const coins = { ...paper!, id: `${ID.slice(0, -1)}b`, type: 'live' as const, broker: 'BINANCE', currency: 'USDT' }
  const { dialog } = await openDialog(2, 1, {
    listInstruments: [market],
    listAccounts: [
      { ...paper!, type: 'paper', broker: 'PAPER', connected: null, connectionError: null },
      { ...coins, connected: false, connectionError: 'BINANCE has refused the key' },
    ],
  })
  const account = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Account' })
  expect(account.value).toMatch(/^BINANCE · .* USDT · not connected$/)
  expect(within(dialog).getByText('Could not connect to BINANCE - BINANCE has refused the key')).toBeDefined()
  await userEvent.click(account)
  await userEvent.click(await screen.findByRole('option', { name: /^Paper/ }))
  expect(within(dialog).queryByText(/^Could not connect/)).toBeNull()
})

it('asks to clone an algorithm of another user before it is traded', async () => {
  mockApi({
    bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }),
    getAlgorithm: sampleReply('getAlgorithm', { id: ID, readOnly: true }),
    listAlgorithmSessions: [],
  })
  renderPage(`/algorithms/${ID}/trade`)
  await screen.findByText('Clone this algorithm to trade it')
  expect(screen.queryByRole('button', { name: 'New Trading Session' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Clone' })).toBeDefined()
})

it('a session is started once the datasets that its script reads are fetched, and not if one cannot be', async () => {
  const [sample] = sampleReply('listSeries')
  const missing = { ...sample!, id: 'FRED:CPIAUCSL', stored: null, fetching: null, needsKey: false, problem: null }
  const refusal = { code: 'invalid-input', message: 'FRED has no series FRED:CPIAUCSL' }
  const answers = [() => errorReply(400, refusal), () => ({ ...sample!, id: 'FRED:CPIAUCSL', fetching: null })]
  const [version] = sampleReply('listVersions')
  const { api, dialog, ok } = await openDialog(2, 1, {
    listVersions: [{ ...version!, externals: [] }],
    listSeries: [missing],
    fetchSeries: () => answers.shift()!(),
    createSession: sampleReply('createSession'),
  })
  await within(dialog).findByText('Not fetched yet. It is fetched at the start.')
  await waitFor(() => expect(ok.hasAttribute('disabled')).toBe(false))
  await userEvent.click(ok)
  await within(dialog).findByText(refusal.message)
  expect(api.requestsOf('createSession')).toEqual([])
  await userEvent.click(ok)
  await waitFor(() => expect(api.requestsOf('createSession')).toHaveLength(1))
  expect(api.requestsOf('fetchSeries')).toHaveLength(2)
})

it('says that unsaved changes are no part of a session', async () => {
  const user = sampleReply('currentUser', { liveTradingSessions: 2 })
  writeDraft(user.id, `algorithm/${ID}/new`, { text: 'function onTick() {}', baseId: null, message: '', time: 1 })
  const { dialog } = await openDialog(2, 0)
  const note = await within(dialog).findByText(/^Your unsaved changes are not part of it/)
  expect(within(note).getByRole('link', { name: 'Open the editor' })).toBeDefined()
  localStorage.clear()
})
