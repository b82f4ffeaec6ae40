import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { KEY } from '../../entities/accounts/exchange-keys.fixture.ts'
import { errorReply, mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
const ADA = {
  id: ID,
  username: 'ada',
  email: 'ada@example.org',
  isAdmin: true,
  packageId: 0,
  created: '2026-01-05T10:00:00.000Z',
  lastLogin: null,
  algorithmCount: 3,
  unitsUsed: 12,
}
const ADMIN = sampleReply('bootstrap', { user: sampleReply('currentUser', { isAdmin: true }), canSendMail: false })

// Tables render the rows in view, and nothing has a height here.
beforeEach(() => void vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(560))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (address: string, replies: MockReplies) => {
  const api = mockApi({ bootstrap: ADMIN, ...replies })
  renderPage(address)
  return api
}

it('keeps its pages from everybody else', async () => {
  const user = sampleReply('currentUser', { isAdmin: false })
  const api = open('/admin', { bootstrap: sampleReply('bootstrap', { user }) })
  expect(await screen.findByText('Only an administrator may do that')).toBeTruthy()
  expect(api.requestsOf('listUsers')).toEqual([])
})

it('finds users and shows why the last administrator stays one', async () => {
  const message = 'This is the last administrator. Make another user an administrator first'
  const api = open('/admin/users', {
    listUsers: { total: 1, users: [ADA] },
    updateUser: () => errorReply(409, { code: 'last-admin', message }),
  })
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Search users'), 'ad')
  await waitFor(() => expect(api.requestsOf('listUsers').at(-1)?.query).toMatchObject({ search: 'ad', offset: '0' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove administrator' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(api.requestsOf('updateUser')).toMatchObject([{ params: { id: ID }, body: { isAdmin: false } }])
})

it('shows a link that removes two-factor login, after a question', async () => {
  const link = 'https://example.org/?account=remove-factors.abc'
  const times = { usable: '2026-01-05T11:00:00.000Z', expires: '2026-01-06T11:00:00.000Z' }
  open('/admin/users', { listUsers: { total: 1, users: [ADA] }, removeUserFactors: { link, ...times } })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create link to remove two-factor login' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(link)
  expect(screen.getByText(/It works once, for one day starting at 2026-01-05 11:00 UTC\./)).toBeTruthy()
})

it('shows a link for a new password once', async () => {
  const link = 'https://example.org/?key=abc'
  open('/admin/users', {
    listUsers: { total: 1, users: [ADA] },
    resetUserPassword: { link, expires: '2026-01-05T11:00:00.000Z' },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create link for a new password' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(link)
})

it('shows mail that waits, was sent or has expired', async () => {
  const mail = { to: 'ada@example.org', subject: 'New password', created: '2026-01-05T10:00:00.000Z', error: null }
  const id = (digit: number): string => ID.slice(0, -1) + String(digit)
  const api = open('/admin/outbox', {
    listOutbox: [
      { ...mail, id: id(1), hasText: true, sent: null },
      { ...mail, id: id(2), hasText: false, sent: '2026-01-05T10:00:01.000Z' },
      { ...mail, id: id(3), hasText: false, sent: null, error: 'Mailbox full' },
    ],
    readOutboxMail: { text: 'the link' },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show text' }))
  expect(await screen.findByText('the link')).toBeTruthy()
  expect(api.requestsOf('readOutboxMail')).toMatchObject([{ params: { id: id(1) } }])
  for (const text of ['Waiting', 'Sent', 'Expired', 'Mailbox full', /no mail server/]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
})

const BINANCE = {
  id: 'BINANCE',
  login: null,
  name: 'Binance',
  needsSwitch: true,
  isOn: false,
  markets: [{ id: 'spot', name: 'Spot', isOn: true, sessions: 0, positions: 0 }],
  changed: null,
  changedBy: null,
  state: 'off' as const,
  problem: null,
  listed: 0,
  open: 0,
  live: 0,
  stale: 0,
  messageAge: null,
  budget: null,
  skew: null,
  sessions: 0,
  connections: 0,
  positions: 0,
}
const CONNECTED = {
  ...BINANCE,
  isOn: true,
  changed: Date.UTC(2026, 10, 27, 8),
  changedBy: 'ada',
  state: 'connected' as const,
  listed: 412,
  open: 3,
  live: 2,
  stale: 1,
  messageAge: 65_000,
  budget: { used: 1_500, limit: 6_000, silentUntil: null },
  skew: { ms: 312, level: 'warn' as const },
  sessions: 2,
  connections: 1,
  positions: 4,
}

it('switches a venue on only after saying that requests are sent from then on', async () => {
  const api = open('/admin/venues', { listVenues: [BINANCE], switchVenue: { ...CONNECTED, skew: null } })
  expect(await screen.findByText('Nothing is sent to Binance.')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Binance' }))
  await screen.findByText(/This server will then send requests to Binance/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.requestsOf('switchVenue')).toEqual([])
  await userEvent.click(screen.getByRole('switch', { name: 'Binance' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await screen.findByText('Binance is on')
  expect(api.requestsOf('switchVenue')).toMatchObject([{ params: { id: 'BINANCE' }, body: { isOn: true } }])
})

it('shows how a venue is reached, warns of its clock, and says what ends when it is switched off', async () => {
  open('/admin/venues', { listVenues: [CONNECTED] })
  expect(await screen.findByText('Connected')).toBeTruthy()
  for (const text of ['2 of 3', '1 silent', '1 min ago', '25%', '+312 ms']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'The clock of this server is 312 ms ahead of that of Binance, or its messages take that long. From 900 ms on no orders are sent.',
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Binance' }))
  const question = await screen.findByText(/All streams close immediately/)
  for (const part of ['2 running sessions', '4 open positions', '1 connection']) {
    expect(question.textContent).toContain(part)
  }
})

it('switches markets of a venue that has several, while it is on, and says what ends', async () => {
  const futures = { id: 'futures', name: 'Futures', isOn: false, sessions: 0, positions: 0 }
  const markets = [{ id: 'spot', name: 'Spot', isOn: true, sessions: 2, positions: 4 }, futures]
  const two = { ...CONNECTED, skew: null, markets }
  const off = { ...BINANCE, id: 'KRAKEN', name: 'Kraken', markets }
  const api = open('/admin/venues', { listVenues: [two, off], switchVenue: two })
  const group = within(await screen.findByRole('group', { name: 'Markets of Binance' }))
  expect(screen.queryByRole('group', { name: 'Markets of Kraken' })).toBeNull()
  await userEvent.click(group.getByRole('switch', { name: 'Futures' }))
  await screen.findByText('Switch Binance Futures on')
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await screen.findByText('Binance Futures is on')
  expect(api.requestsOf('switchVenue')).toMatchObject([
    { params: { id: 'BINANCE' }, body: { isOn: true, market: 'futures' } },
  ])
  await userEvent.click(group.getByRole('switch', { name: 'Spot' }))
  const question = await screen.findByText(/All streams close immediately/)
  for (const part of ['2 running sessions', '4 open positions']) expect(question.textContent).toContain(part)
  expect(question.textContent).not.toContain('connection')
})

it('says of a venue that shows prices to an account alone what is missing, and marks an own connection', async () => {
  const bare = { ...CONNECTED, id: 'OANDA', name: 'OANDA', state: 'no-login', skew: null } as const
  const connection = { id: KEY.id, key: KEY.apiKey, owner: 'ada', problem: null }
  let isMarked = false
  const api = open('/admin/venues', {
    listVenues: () => [{ ...bare, login: { connection: isMarked ? connection : null } }],
    listExchangeKeys: [
      { ...KEY, broker: 'OANDA' },
      { ...KEY, id: ID, isRefused: true },
    ],
    markVenueConnection: ({ body }) => {
      isMarked = (body as { connectionId: string | null }).connectionId !== null
      return { ...bare, state: isMarked ? 'ready' : 'no-login', login: { connection: isMarked ? connection : null } }
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('its markets are not listed until')
  await userEvent.click(await screen.findByRole('button', { name: 'Read prices with it' }))
  expect((await screen.findByText(/every user of this installation will see them/)).textContent).toContain('its terms')
  await userEvent.click(screen.getByRole('button', { name: 'Mark the connection' }))
  await screen.findByText(`Prices are read with the key ${KEY.apiKey} of ada.`)
  expect(api.requestsOf('markVenueConnection')).toMatchObject([
    { params: { id: 'OANDA' }, body: { connectionId: KEY.id } },
  ])
  expect(screen.queryByRole('button', { name: 'Read prices with it' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Read no prices' }))
  await screen.findByText(/sessions there open nothing/)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Read no prices' }))
  await waitFor(() =>
    expect(api.requestsOf('markVenueConnection').at(-1)).toMatchObject({ body: { connectionId: null } }),
  )
})

it('leads from a venue whose prices need an account to the keys of its user', async () => {
  const bare = { ...CONNECTED, id: 'OANDA', name: 'OANDA', state: 'no-login', skew: null } as const
  open('/admin/venues', { listVenues: [{ ...bare, login: { connection: null } }], listExchangeKeys: [] })
  const link = await screen.findByRole('link', { name: 'Add a key of OANDA to mark it here' })
  expect(link.getAttribute('href')).toContain('settings=exchange-api-keys')
})

it('says why a venue cannot be reached and when it is asked again', async () => {
  const problem = { message: 'The venue did not answer', retryIn: 3_200 }
  open('/admin/venues', { listVenues: [{ ...CONNECTED, state: 'unreachable', problem, skew: null }] })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Binance cannot be reached: The venue did not answer. Next attempt in 4 s')
  expect(screen.getByText('Cannot be reached')).toBeTruthy()
})

it('shows who did what, also what is older, and the lines of one user', async () => {
  const line = { n: 201, at: 1_700_000_000_000, actor: 'ada', via: 'web', object: 'bob', address: '10.0.0.7' } as const
  const lineOf = (n: number) => ({ ...line, n, action: 'user-changed', detail: { packageId: 2 } })
  const api = open('/admin/audit', {
    listAudit: ({ query }) =>
      query?.['before'] === undefined
        ? Array.from({ length: 100 }, (_, index) => lineOf(201 - index))
        : [{ ...lineOf(1), action: 'mail-read' }],
  })
  expect((await screen.findAllByText('User changed')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('packageId: 2').length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Load older' }))
  await waitFor(() => expect(api.requestsOf('listAudit').at(-1)?.query).toMatchObject({ before: '102' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull())
  await userEvent.type(screen.getByLabelText('Lines of a user'), 'bob')
  await waitFor(() => expect(api.requestsOf('listAudit').at(-1)?.query).toMatchObject({ user: 'bob' }))
})

it('warns that the master key is not printed until it is', async () => {
  const created = '2026-01-05T10:00:00.000Z'
  const api = open('/admin/outbox', { listOutbox: [], masterKeyState: { created, exported: null, problem: null } })
  expect(await screen.findByText(/^The master key has not been printed/)).toBeTruthy()
  api.use({ bootstrap: ADMIN, listOutbox: [], masterKeyState: { created, exported: created, problem: 'Restore it' } })
  cleanup()
  queryClient.clear()
  renderPage('/admin/outbox')
  expect(await screen.findByText('Restore it')).toBeTruthy()
  expect(screen.queryByText(/^The master key has not been printed/)).toBeNull()
})

it('shows since when there is a master key, whether anybody has it on paper, and what is sealed', async () => {
  const key = { fingerprint: 'ab'.repeat(32), created: '2026-01-05T10:00:00.000Z', exported: null }
  const keys = [
    { ...key, state: 'active' as const },
    { ...key, fingerprint: 'cd'.repeat(32), state: 'retired' as const, exported: key.created },
  ]
  const sealed = [{ holds: 'Keys of exchanges', secrets: 1200 }]
  open('/admin/keys', { listMasterKeys: { keys, isProvided: false, sealed } })
  expect(await screen.findByText('In use')).toBeTruthy()
  expect(screen.getByText('ababababababababab'.slice(0, 16))).toBeTruthy()
  expect(screen.getByText('Not printed yet')).toBeTruthy()
  expect(screen.getByText('Replaced')).toBeTruthy()
  expect(screen.getByText('1,200')).toBeTruthy()
})

it('shows backups, what a restore of each found, and takes and verifies them', async () => {
  const verification = { at: '2026-01-06T10:00:00.000Z', seconds: 9, rows: 1200, faults: ['table users is missing'] }
  const backup = { name: '20260105T030000Z', taken: '2026-01-05T03:00:00.000Z', bytes: 12e6, seconds: 4, program: '1' }
  const state = {
    folder: '/srv/backups',
    isOwnDatabase: false,
    schedule: { at: '03:00', timeZone: 'UTC' },
    next: '2026-01-07T03:00:00.000Z',
    retention: { days: 7, weeks: 4, months: 6 },
    work: 'none' as const,
    problem: 'The backup 20260105T030000Z is damaged',
    log: { spans: [{ from: '2026-01-05T03:00:00.000Z', to: '2026-01-06T11:22:33.000Z' }], bytes: 4e6 },
    offsite: {
      place: 's3://bucket/ours',
      backups: 2,
      newest: '2026-01-04T03:00:00.000Z',
      verification: null,
      log: null,
      problem: 'The store at https://s3.example.com is away: ECONNREFUSED',
    },
    backups: [{ ...backup, verification }],
    unreadable: [],
  }
  const api = open('/admin/backups', {
    getBackups: state,
    backUp: { ...state, work: 'backing-up' as const },
    verifyBackup: { ...state, work: 'verifying' as const },
    verifyOffsiteBackup: state,
  })
  expect(await screen.findByText('The backup 20260105T030000Z is damaged.')).toBeTruthy()
  expect(screen.getByText('03:00 UTC')).toBeTruthy()
  expect(screen.getByText('Damaged')).toBeTruthy()
  expect(screen.getByText('4.0 s')).toBeTruthy()
  expect(screen.getByText(/^Any moment can be restored/).textContent).toBe(
    'Any moment can be restored from 2026-01-05 03:00 to 2026-01-06 11:22.',
  )
  expect(screen.getByText('tradeloom restore /srv/backups/NAME --data NEW')).toBeTruthy()
  expect(screen.getByText(/table users is missing/)).toBeTruthy()
  expect(screen.getByText('The store at https://s3.example.com is away: ECONNREFUSED.')).toBeTruthy()
  expect(screen.getByText('s3://bucket/ours')).toBeTruthy()
  expect(screen.getByText('2 backups')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verify from the store' }))
  await waitFor(() => expect(api.requestsOf('verifyOffsiteBackup').length).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(api.requestsOf('verifyBackup').length).toBe(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', true))
  expect(screen.getByText('A backup is being restored to verify it …')).toBeTruthy()
})

it('shows what is stored, says what a shorter time deletes, and changes it', async () => {
  const kind = { growth: 2e6, bytes: 5e8, rule: '35 days', kind: 'ticks', name: 'Ticks received live' }
  const setting = { kind: 'ticks' as const, days: 35, min: 7 }
  const ticks = { bytes: 4e8, since: '2026-01-05T00:00:00.000Z', days: 30, months: 2, sessions: 1, runs: 0 }
  const user = { id: 'u1', username: 'ann', marketBytes: 12e6, resultBytes: 3e6, quotaBytes: 5e9, hasOwnQuota: true }
  const state = {
    measured: '2026-01-06T10:00:00.000Z',
    since: '2026-01-05T10:00:00.000Z',
    freeBytes: 101e9,
    reserveBytes: 1e9,
    kinds: [
      { ...kind, setting },
      { ...kind, kind: 'audit', name: 'Audit log', rule: 'Never deleted', bytes: 1000, growth: -10, setting: null },
    ],
    ticks: [
      { ...ticks, instrumentId: 'EURUSD:SIM', isPinned: false },
      { ...ticks, instrumentId: 'GBPUSD:SIM', sessions: 0, isPinned: false },
    ],
    users: [user, { ...user, id: 'u2', username: 'operator', quotaBytes: null }],
  }
  const api = open('/admin/storage', {
    getStorage: state,
    previewRetention: { items: 2, bytes: 300e6 },
    changeRetention: state,
    setStorageQuota: state,
    pinTicks: { ...state, ticks: [{ ...ticks, instrumentId: 'EURUSD:SIM', isPinned: true }] },
  })
  expect(await screen.findByText('Growth measured since 2026-01-05')).toBeTruthy()
  expect(screen.getByText('50,000 days')).toBeTruthy()
  expect(screen.getByText('+2.0 MB a day')).toBeTruthy()
  expect(screen.getByText('−10 B a day')).toBeTruthy()
  expect(screen.getByText('Nobody: old ones are deleted')).toBeTruthy()
  expect(screen.getByText('No limit')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set the quota of ann' }))
  const megabytes = await screen.findByRole('textbox', { name: 'Market data, and results, in MB each' })
  await userEvent.clear(megabytes)
  expect(await screen.findByText('Enter a whole number of megabytes')).toBeTruthy()
  await userEvent.type(megabytes, '10')
  expect(await screen.findByText(/Nothing is deleted, but imports are refused/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.requestsOf('setStorageQuota').at(-1)?.body).toEqual({ megabytes: 10 }))
  await userEvent.click(screen.getByRole('button', { name: 'Pin the ticks of EURUSD:SIM' }))
  expect(await screen.findByText('1 session, a pin')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change how long to keep: Ticks received live' }))
  const days = await screen.findByRole('textbox', { name: 'Days' })
  await userEvent.clear(days)
  await userEvent.type(days, '3')
  expect(await screen.findByText('Enter a number of days, at least 7')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await userEvent.type(days, '0')
  expect(await screen.findByText(/^300 MB of 2 instruments are deleted at once/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete 300 MB' }))
  await waitFor(() => expect(api.requestsOf('changeRetention').at(-1)?.body).toEqual({ kind: 'ticks', days: 30 }))
})

it('shows the emergency kit on request, and hides it again', async () => {
  const kit = {
    masterKey: 'ABCD-EFGH',
    backupKey: null,
    place: '/srv/backups',
    settings: [{ name: 'TRADELOOM_BACKUP_KEY', value: 'WXYZ' }],
    commands: [{ purpose: 'Start the server', command: 'tradeloom serve' }],
  }
  const api = open('/admin/emergency-kit', { emergencyKit: kit })
  expect(await screen.findByText('Could you come back without this machine?')).toBeTruthy()
  expect(api.requestsOf('emergencyKit')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show the kit' }))
  expect(await screen.findByText('ABCD-EFGH')).toBeTruthy()
  expect(screen.getByText('None: backups in a folder are not encrypted')).toBeTruthy()
  expect(screen.getByText('WXYZ')).toBeTruthy()
  expect(screen.getByText('tradeloom serve')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('ABCD-EFGH')).toBeNull()
})

it('shows who pays, whose payment has failed, and who pays twice', async () => {
  const one = {
    userId: ID,
    username: 'ada',
    customerId: 'cus_1',
    packageId: 2,
    status: 'active',
    periodEnd: '2026-02-05T10:00:00.000Z',
    nextPackageId: 0,
    changesAt: '2026-02-05T10:00:00.000Z',
    pastDueUntil: null,
    others: 0,
    synced: '2026-01-05T10:00:00.000Z',
  }
  const nothingNext = { nextPackageId: null, changesAt: null }
  const other = (digit: number) => ID.slice(0, -1) + String(digit)
  const pastDueUntil = '2026-01-09T10:00:00.000Z'
  const twice = { ...one, ...nothingNext, userId: other(1), username: 'bob', others: 1 }
  const failed = { ...one, ...nothingNext, userId: other(2), username: 'eve', status: 'past_due', pastDueUntil }
  open('/admin/payments', {
    getPaymentState: { isOn: true, problems: ['Basic has another price'] },
    listPackages: [sampleReply('listPackages', [{ id: 2, name: 'Standard' }])].flat(),
    listCustomers: [twice, failed, one],
  })
  expect(await screen.findByText('2 subscriptions')).toBeTruthy()
  expect(screen.getByText('past due')).toBeTruthy()
  expect(screen.getByText('ends on 2026-01-09 unless it is paid')).toBeTruthy()
  expect(screen.getByText('ends on 2026-02-05')).toBeTruthy()
  expect(screen.getByText('Not for sale: Basic has another price.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe(`/admin/users/${ID}`)
})

it('shows one user with everything that concerns the account', async () => {
  const detail = sampleReply('getUserDetail', {
    user: ADA,
    emailVerified: null,
    twoFactor: ADA.created,
    passkeys: 2,
    grant: { packageId: 0, until: null, reason: 'a trial', by: 'grace', created: ADA.created },
    units: { used: 12, available: 500 },
    credits: { used: 3, available: null },
    keys: [{ key: 'tk_abc', label: 'My program', scopes: ['read'], expires: null, lastUsed: null }],
    identities: [],
    sessions: [],
    logins: [
      {
        id: ID,
        browser: 'Firefox on Linux',
        address: '10.0.0.7',
        since: ADA.created,
        lastUsed: ADA.created,
        method: 'password+code',
      },
    ],
  })
  const api = open(`/admin/users/${ID}`, { getUserDetail: detail, listAudit: [] })
  expect(await screen.findByRole('heading', { name: 'ada' })).toBeTruthy()
  for (const text of ['On, 2 passkeys', '12 of 500 this month', '3 in 30 days, no limit']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(screen.getByText(/for good, by grace, a trial$/)).toBeTruthy()
  expect(await screen.findByText('Password, code')).toBeTruthy()
  expect(screen.getByText('My program')).toBeTruthy()
  await waitFor(() => expect(api.requestsOf('listAudit').at(-1)?.query).toMatchObject({ user: 'ada' }))
})

it('keeps the last day of an assigned package when it is assigned again', async () => {
  const until = '2026-12-02T00:00:00.000Z'
  const payment = sampleReply('getUserPayment', {
    customerId: null,
    grant: { packageId: 2, until, reason: 'a trial', by: 'grace' },
  })
  const api = open('/admin/users', {
    listUsers: { total: 1, users: [ADA] },
    listPackages: [sampleReply('listPackages', [{ id: 2, name: 'Standard', active: true }])].flat(),
    getUserPayment: payment,
    updateUser: ADA,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Package and payment' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Until the end of')).value).toBe('2026-12-01')
  await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(api.requestsOf('updateUser')).toMatchObject([{ body: { packageId: 2, until } }]))
})

it('leads administrators without two-factor login to Security', async () => {
  const api = open('/admin/users', { bootstrap: { ...ADMIN, refusedWithoutFactors: 'administration' } })
  expect(await screen.findByText('Administrators need two-factor login here')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open Security' }).getAttribute('href')).toBe(
    '/admin/users?settings=security',
  )
  expect(api.requestsOf('listUsers')).toEqual([])
})

it('warns of passkeys that have stopped working with the address of the site', async () => {
  const movedPasskeys = { host: 'loom.example', hosts: ['old.example'], passkeys: 3, users: 2, lockedOut: 1 }
  open('/admin/audit', { listAudit: [], listIssuers: { passwordsAreOff: false, issuers: [], movedPasskeys } })
  expect((await screen.findByText(/^3 passkeys of 2 users cannot be used at loom\.example/)).textContent).toBe(
    '3 passkeys of 2 users cannot be used at loom.example: made for old.example. Passkeys cannot be moved; their users add ' +
      'new ones. 1 user cannot log in any other way: send a link for a password on Users.',
  )
})
