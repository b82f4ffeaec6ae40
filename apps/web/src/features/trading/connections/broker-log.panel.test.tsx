// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../../testing/give-layout.ts'
import { keptOptions } from '../../../testing/kept-options.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { accountOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './broker-log.tsx'

const LINES = [
  { time: 1, level: 'info', message: 'Connected' },
  { time: 2, level: 'warning', message: 'Limit order rejected' },
  { time: 3, level: 'error', message: 'Margin call' },
]

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  giveLayout()
  mockApi({ listAccounts: [accountOf()] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const asked = (name: string) => live.sent.filter((one) => one.name === name)
async function showLog(options?: unknown) {
  const shown = showPanel('broker-log', options, USER)
  await waitFor(() => expect(asked('request-log-connection')).toHaveLength(1))
  return shown
}

it('asks visitors to log in', async () => {
  showPanel('broker-log')
  await screen.findByText('Please log in to view')
})

it('says that there are no logs without an account', async () => {
  mockApi({ listAccounts: [] })
  showPanel('broker-log', undefined, USER)
  await screen.findByText('No logs available')
})

it('says that a log is empty', async () => {
  await showLog()
  await live.reply('request-log-connection', { ok: true, data: [] })
  await screen.findByText('Log is empty')
})

it('says why a log could not be fetched', async () => {
  await showLog()
  await live.reply('request-log-connection', { ok: false, error: 'Connection not found' })
  await screen.findByText('Unable to fetch log - Connection not found')
})

it('shows the lines of a level and above, and keeps the choice', async () => {
  const { stored } = await showLog()
  await live.reply('request-log-connection', { ok: true, data: LINES })
  await screen.findByText('Connected')
  expect(screen.getByText('Margin call')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'Warnings' }))
  await waitFor(() => expect(screen.queryByText('Connected')).toBeNull())
  expect(screen.getByText('Limit order rejected')).toBeDefined()
  await waitFor(() => expect(keptOptions('broker-log')).toEqual({ '': { level: 'warning' } }))
  expect(stored).toEqual([])
})

it('shows the log of an account that was chosen', async () => {
  const source = { kind: 'account', id: accountOf().id }
  showPanel('broker-log', { version: 1, values: { source } }, USER)
  await waitFor(() => expect(asked('request-log-account')).toHaveLength(1))
  await live.reply('request-log-account', { ok: true, data: LINES })
  await screen.findByText('Connected')
})

it('follows the newest lines by F while it has the focus, and by no other key', async () => {
  await showLog()
  await live.reply('request-log-connection', { ok: true, data: LINES })
  const follow = await screen.findByRole('switch', { name: 'Follow' })
  const isFollowed = () => (follow as HTMLInputElement).checked
  fireEvent.keyDown(document.body, { key: 'f' })
  expect(isFollowed()).toBe(true)
  screen.getByRole('group', { name: 'Log lines' }).focus()
  fireEvent.keyDown(screen.getByRole('group', { name: 'Log lines' }), { key: 'f' })
  expect(isFollowed()).toBe(false)
  fireEvent.keyDown(screen.getByRole('group', { name: 'Log lines' }), { key: 'g' })
  expect(isFollowed()).toBe(false)
})
