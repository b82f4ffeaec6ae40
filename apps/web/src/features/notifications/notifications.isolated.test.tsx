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
  stillRunning: null,
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
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
  await openList()
  fireEvent.click(screen.getByRole('button', { name: /^Notifications/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
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
  api.use({ changeNotificationSettings: { ...SETTINGS, stillRunning: { at: 480, timeZone: 'UTC' } } })
  fireEvent.click(screen.getByRole('switch', { name: /sessions are running/ }))
  await waitFor(() => expect(bodies()[2]).toMatchObject({ stillRunning: { at: 480 } }))
  const at = await screen.findByLabelText('At')
  fireEvent.change(at, { target: { value: '09:30' } })
  fireEvent.blur(at)
  await waitFor(() => expect(bodies()[3]).toMatchObject({ stillRunning: { at: 570 } }))
})

it('shows choices at once, sends them one after the other, and takes back what the server refuses', async () => {
  const answers: (() => void)[] = []
  const fills = (isOn: boolean): Settings => ({
    ...SETTINGS,
    kinds: SETTINGS.kinds.map((one) => (one.kind === 'fills' ? { ...one, channels: isOn ? ['email'] : [] } : one)),
  })
  const api = mockApi({
    getNotificationSettings: SETTINGS,
    changeNotificationSettings: () =>
      new Promise((resolve) => answers.push(() => resolve({ ...fills(true), sendsAmounts: answers.length > 1 }))),
  })
  show(<NotificationSettings />)
  const box = await screen.findByRole('checkbox', { name: 'Mail: Orders are filled' })
  const amounts = screen.getByRole('switch', { name: /Include prices/ })
  fireEvent.click(box)
  fireEvent.click(amounts)
  await waitFor(() => expect([box, amounts].map((one) => (one as HTMLInputElement).checked)).toEqual([true, true]))
  const sent = () => api.requestsOf('changeNotificationSettings').length
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(sent()).toBe(1)
  answers[0]!()
  await waitFor(() => expect(sent()).toBe(2))
  // The first answer does not know of the second choice.
  expect(amounts).toHaveProperty('checked', true)
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!()
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  expect(amounts).toHaveProperty('checked', true)
  api.use({
    getNotificationSettings: fills(true),
    changeNotificationSettings: () => errorReply(400, { code: 'away', message: 'The database is away' }),
  })
  fireEvent.click(box)
  await screen.findByText('The database is away')
  await waitFor(() => expect(box).toHaveProperty('checked', true))
})

it('adds a webhook and shows its secret once, tries it, and says why it does not work', async () => {
  const hook = {
    id: ID,
    kind: 'webhook' as const,
    name: 'Desk',
    url: 'https://desk.example/hook',
    created: FAILED.at,
    lastUsed: null,
    problem: 'It answered 500',
    disabled: FAILED.at,
  }
  const api = mockApi({
    getNotificationSettings: SETTINGS,
    addNotificationChannel: () =>
      Response.json(
        { code: 'invalid-input', kind: 'invalid-input', message: 'No', fields: { url: 'Not on the internet' } },
        { status: 400 },
      ),
    testNotificationChannel: { problem: 'It answered 404' },
    enableNotificationChannel: { ...hook, disabled: null },
  })
  show(<NotificationSettings />)
  expect(await screen.findByText('Push notifications need a page with https.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Link Telegram' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Desk' } })
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: hook.url } })
  const submit = () => fireEvent.click(screen.getAllByRole('button', { name: 'Add webhook' })[0]!)
  submit()
  await screen.findByText('Not on the internet')
  api.use({
    addNotificationChannel: { channel: hook, secret: 'whs_secret', link: null },
    getNotificationSettings: { ...SETTINGS, channels: [hook], telegramBot: 'loom_bot' },
  })
  submit()
  expect(await screen.findByLabelText('Secret')).toHaveProperty('value', 'whs_secret')
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByDisplayValue('whs_secret')).toBeNull()
  await screen.findByText('The last attempt failed: It answered 500')
  expect(screen.getByRole('button', { name: 'Link Telegram' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Test Desk' }))
  await screen.findByText('The test has not arrived: It answered 404')
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(api.requestsOf('enableNotificationChannel')).toHaveLength(1))
  expect(await screen.findByRole('checkbox', { name: 'Webhook: A session fails' })).toBeTruthy()
})
