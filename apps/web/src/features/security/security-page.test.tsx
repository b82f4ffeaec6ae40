import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import '../../pages/settings/settings-dialog.tsx'

const USER = sampleReply('currentUser', { username: 'ada' })
const OFF = { enabled: null, backupCodesLeft: 0 }
const TIME = '2026-01-02T03:04:05.000Z'
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH']

afterEach(() => vi.unstubAllGlobals())

const security = (changes: object) => sampleReply('getSecurity', { twoFactor: OFF, passkeys: [], ...changes })

async function show(replies: MockReplies) {
  const bootstrap = sampleReply('bootstrap', { user: USER, canSendMail: true, passkeyHost: 'localhost' })
  const api = mockApi({ bootstrap, getSecurity: security({}), listLogins: [], listMyAudit: [], ...replies })
  renderPage('/about?settings=security')
  await screen.findByRole('region', { name: 'Two-factor login' })
  return api
}

const part = (name: string) => within(screen.getByRole('region', { name }))

it('turns two-factor login on with a QR code and a code, and shows backup codes once', async () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const api = await show({
    beginTwoFactor: { secret, uri: `otpauth://totp/Tradeloom%3Aada?secret=${secret}&issuer=Tradeloom` },
    enableTwoFactor: { backupCodes: CODES },
  })
  const factor = part('Two-factor login')
  await userEvent.click(factor.getByRole('button', { name: 'Turn on' }))
  const drawing = await factor.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(drawing.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  await userEvent.click(factor.getByRole('button', { name: 'Cannot scan it?' }))
  expect(factor.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
  await userEvent.type(factor.getByLabelText('Code'), '123456')
  api.use({ getSecurity: security({ twoFactor: { enabled: TIME, backupCodesLeft: 10 } }) })
  await userEvent.click(factor.getByRole('button', { name: 'Turn on' }))
  const list = await factor.findByRole('list', { name: 'Backup codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES)
  await userEvent.click(factor.getByRole('button', { name: 'I have saved them' }))
  expect(await factor.findByText(/On since .*\. 10 backup codes left\./)).toBeTruthy()
  expect(screen.queryByText(CODES[0]!)).toBeNull()
  expect(api.requestsOf('enableTwoFactor')).toMatchObject([{ body: { code: '123456' } }])
})

it('says that a passkey leaves the password, and removes it after a question', async () => {
  const passkey = { id: crypto.randomUUID(), name: 'Phone', host: 'localhost', created: TIME, lastUsed: null }
  const identities = (isWithoutPassword: boolean) => ({ listIdentities: { isWithoutPassword, identities: [] } })
  const api = await show({
    getSecurity: security({ passkeys: [passkey], passkeyHost: 'localhost' }),
    ...identities(false),
    removePassword: { ok: true },
  })
  const passkeys = part('Passkeys')
  expect(await passkeys.findByText(/A passkey does not disable the password/)).toBeTruthy()
  await userEvent.click(passkeys.getByRole('button', { name: 'Remove the password' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the password' }))
  expect(api.requestsOf('removePassword')).toEqual([])
  api.use(identities(true))
  await userEvent.click(question.getByRole('button', { name: 'Remove the password' }))
  await waitFor(() => expect(passkeys.queryByRole('button', { name: 'Remove the password' })).toBeNull())
  expect(api.requestsOf('removePassword')).toHaveLength(1)
})

it('turns two-factor login off after a question', async () => {
  const api = await show({ getSecurity: security({ twoFactor: { enabled: TIME, backupCodesLeft: 0 } }) })
  const factor = part('Two-factor login')
  expect(factor.getByText(/No backup codes are left/)).toBeTruthy()
  await userEvent.click(factor.getByRole('button', { name: 'Turn off' }))
  const question = within(await screen.findByRole('dialog', { name: 'Turn off two-factor login' }))
  expect(api.requestsOf('disableTwoFactor')).toEqual([])
  api.use({ getSecurity: security({}) })
  await userEvent.click(question.getByRole('button', { name: 'Turn off' }))
  expect(await factor.findByText('Off')).toBeTruthy()
})

it('says whether the address is confirmed, mails a link, and asks for another address', async () => {
  const email = { address: 'ada@example.org', verified: null, pending: null }
  const api = await show({ getSecurity: security({ email }) })
  const address = part('Email')
  expect(address.getByText('Not confirmed')).toBeTruthy()
  await userEvent.click(address.getByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByText('A link is on its way to ada@example.org')).toBeTruthy()
  await userEvent.click(address.getByRole('button', { name: 'Change address' }))
  await userEvent.type(address.getByLabelText('New email address'), 'nowhere')
  await userEvent.click(address.getByRole('button', { name: 'Send link' }))
  expect(address.getByText('The email you entered looks invalid')).toBeTruthy()
  await userEvent.type(address.getByLabelText('New email address'), '@example.org')
  api.use({ getSecurity: security({ email: { ...email, pending: 'nowhere@example.org' } }) })
  await userEvent.click(address.getByRole('button', { name: 'Send link' }))
  expect(
    await address.findByText(/^nowhere@example\.org is used once the link that was mailed there is opened/),
  ).toBeTruthy()
  expect(api.requestsOf('changeEmail')).toMatchObject([{ body: { email: 'nowhere@example.org' } }])
})

it('says that this server sends no mail', async () => {
  const email = { address: 'ada@example.org', verified: null, pending: null }
  await show({
    bootstrap: sampleReply('bootstrap', { user: USER, canSendMail: false }),
    getSecurity: security({ email }),
  })
  await userEvent.click(part('Email').getByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByText('This server sends no mail: ask its administrator for the link')).toBeTruthy()
})

it('lists logins with this one marked, and signs out others one by one or all', async () => {
  const login = { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a', browser: 'Firefox 140 on Linux', address: '192.0.2.7' }
  const here = { ...login, since: TIME, lastUsed: TIME, method: 'password+backup-code', isThis: true }
  const there = {
    ...here,
    id: login.id.replace('01a', '02a'),
    browser: 'Safari 18 on iOS',
    method: 'passkey',
    isThis: false,
  }
  const api = await show({ listLogins: [here, there] })
  const logins = part('Logins')
  const [first, second] = await logins.findAllByRole('listitem')
  expect(first!.textContent).toContain('This one')
  expect(first!.textContent).toContain('Password, backup code')
  expect(within(first!).queryByRole('button')).toBeNull()
  expect(second!.textContent).toContain('192.0.2.7Passkey')
  api.use({ listLogins: [here] })
  await userEvent.click(logins.getByRole('button', { name: 'Sign out Safari 18 on iOS at 192.0.2.7' }))
  await waitFor(() => expect(logins.getAllByRole('listitem')).toHaveLength(1))
  expect(api.requestsOf('endLogin')).toMatchObject([{ params: { id: there.id } }])
  expect(logins.getByRole('button', { name: 'Sign out everywhere else' })).toHaveProperty('disabled', true)
})

it('says why passkeys are not offered, and which of them work elsewhere only', async () => {
  const passkey = { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a', name: 'My phone', created: TIME, lastUsed: null }
  await show({ getSecurity: security({ passkeys: [{ ...passkey, host: 'old.example' }], passkeyHost: null }) })
  const passkeys = part('Passkeys')
  expect(passkeys.getByText('Works at old.example only')).toBeTruthy()
  expect(passkeys.getByText(/not at a bare address/)).toBeTruthy()
  expect(passkeys.queryByRole('button', { name: 'Add passkey' })).toBeNull()
})

it('warns of passkeys of another address of the site, and says what to do', async () => {
  const passkey = { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a', name: 'My phone', created: TIME, lastUsed: null }
  const here = { ...passkey, id: '01a1fcbd-ca32-7065-a0e0-bc608310879b', name: 'My laptop', host: 'localhost' }
  const moved = { ...passkey, host: 'old.example' }
  const shown = (passkeys: object[], passkeyHost: string | null = 'localhost') => security({ passkeys, passkeyHost })
  await show({ getSecurity: shown([here]) })
  expect(part('Passkeys').queryByRole('alert')).toBeNull()
  cleanup()
  await show({ getSecurity: shown([here, moved]) })
  const text = () => part('Passkeys').getByRole('alert').textContent
  expect(text()).toContain(
    '1 passkey cannot be used here. It was made for old.example, and this site is localhost now.',
  )
  expect(text()).toContain('add a new one on each of your devices, then remove the old one.')
  expect(text()).not.toContain('no other way')
  cleanup()
  const listIdentities = { isWithoutPassword: true, identities: [] }
  await show({ getSecurity: shown([moved], null), listIdentities })
  expect(text()).toContain('log in with a password until this site has a host name and TLS')
  await waitFor(() => expect(text()).toContain('You have no other way to log in'))
})

it('shows the last 50 lines of the audit log about the account', async () => {
  const line = { n: 7, at: Date.parse(TIME), actor: 'ada', via: 'web' as const, action: 'passkey-added' }
  const api = await show({
    listMyAudit: [{ ...line, object: 'ada', address: '192.0.2.7', detail: { name: 'My phone' } }],
  })
  await part('Activity').findByRole('table', { name: 'Audit log' })
  expect(api.requestsOf('listMyAudit')).toMatchObject([{ query: { limit: '50' } }])
})
