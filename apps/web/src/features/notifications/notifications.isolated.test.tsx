// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import type { Notification, NotificationSettings as Settings } from '@tradeloom/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { Bell } from './bell.tsx'
import { live } from './notifications.live.ts'
import { NotificationSettings } from './notification-settings.tsx'

const navigate = vi.fn<(to: object) => void>()
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  Link: 'a',
  useRouter: () => ({ navigate }),
}))

afterEach(() => {
  cleanup()
  navigate.mockReset()
  vi.unstubAllGlobals()
})

const ID = '01980000-0000-7000-8000-000000000001'
const FAILED: Notification = {
  id: ID,
  kind: 'session-failed',
  severity: 'critical',
  subject: 'The session has failed',
  body: 'There is no price',
  link: '/sessions/7',
  count: 1,
  at: '2026-11-27T10:00:00.000Z',
  isRead: false,
}
const FILLED: Notification = {
  ...FAILED,
  id: ID.replace(/1$/, '2'),
  kind: 'fills',
  severity: 'info',
  subject: 'Orders were filled',
  count: 3,
  link: null,
  isRead: true,
}

const KIND = { digestMinutes: null, isMailed: false, channels: ['email' as const] }
const SETTINGS: Settings = {
  quiet: null,
  sendsAmounts: false,
  kinds: [
    { ...KIND, kind: 'session-failed', title: 'A session fails', group: 'Trading', severity: 'critical' },
    {
      ...KIND,
      kind: 'fills',
      title: 'Orders are filled',
      group: 'Trading',
      severity: 'info',
      digestMinutes: 15,
      channels: [],
    },
    { ...KIND, kind: 'new-device', title: 'A new login', group: 'Account', severity: 'warning', isMailed: true },
  ],
  channels: [],
  email: { address: 'ann@example.com', state: 'on' },
  pushKey: null,
  telegramBot: null,
}

function show(page: ReactElement): void {
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{page}</MantineProvider>
    </QueryClientProvider>,
  )
}

async function openList(): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: /^Notifications/ }))
  return screen.findByRole('dialog', { name: 'Notifications' })
}

it('counts what is unread, as the server tells it', async () => {
  show(<Bell />)
  const bell = screen.getByRole('button', { name: 'Notifications' })
  live.notifications?.({ unread: 120 }, queryClient, 'notifications')
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notifications, 120 unread'))
  expect(screen.getByText('99+')).toBeTruthy()
})

it('lists what has happened, and opens the page about it', async () => {
  const api = mockApi({
    listNotifications: { notifications: [FAILED, FILLED], unread: 1, hasMore: false },
    readNotifications: { unread: 0 },
  })
  show(<Bell />)
  const list = await openList()
  const failed = await within(list).findByText('The session has failed')
  expect(within(list).getAllByRole('img', { name: 'unread' })).toHaveLength(1)
  expect(within(list).getByText('×3')).toBeTruthy()
  fireEvent.click(failed)
  await waitFor(() => expect(api.requestsOf('readNotifications')).toMatchObject([{ body: { ids: [ID] } }]))
  expect(navigate).toHaveBeenCalledWith({ href: '/sessions/7' })
})

it('marks all as read, and says when there is nothing or the server cannot be asked', async () => {
  const api = mockApi({
    listNotifications: { notifications: [FAILED], unread: 1, hasMore: false },
    readNotifications: { unread: 0 },
  })
  show(<Bell />)
  const list = await openList()
  await within(list).findByText('The session has failed')
  fireEvent.click(within(list).getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(api.requestsOf('readNotifications')).toMatchObject([{ body: {} }]))
  cleanup()
  mockApi({ listNotifications: { notifications: [], unread: 0, hasMore: false } })
  show(<Bell />)
  await within(await openList()).findByText('No notifications')
  cleanup()
  mockApi({ listNotifications: () => errorReply(400, { code: 'away', message: 'The database is away' }) })
  show(<Bell />)
  await within(await openList()).findByText('The database is away')
})

it('asks what is sent where, and when nothing but what is critical', async () => {
  const api = mockApi({
    getNotificationSettings: SETTINGS,
    changeNotificationSettings: { ...SETTINGS, sendsAmounts: true },
  })
  show(<NotificationSettings />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Mail: Orders are filled' }))
  const always = screen.getByRole('checkbox', { name: 'Mail: A new login, always' })
  expect(always).toHaveProperty('disabled', true)
  expect(always).toHaveProperty('checked', true)
  const bodies = () => api.requestsOf('changeNotificationSettings').map(({ body }) => body)
  await waitFor(() => expect(bodies()).toEqual([{ kinds: [{ kind: 'fills', channel: 'email', isOn: true }] }]))
  const amounts = screen.getByRole('switch', { name: /Include prices/ })
  await waitFor(() => expect(amounts).toHaveProperty('checked', true))
  fireEvent.click(screen.getByRole('switch', { name: /Send only what is critical/ }))
  await waitFor(() => expect(bodies()[1]).toMatchObject({ quiet: { from: 1320, until: 420 } }))
})
