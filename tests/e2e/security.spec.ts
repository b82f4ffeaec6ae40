import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { test } from './test.ts'
import { codeOf } from './totp.ts'

const PASSWORD = 'correct horse battery'

/** An authenticator that is part of the device, and whose user always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await client.send('WebAuthn.addVirtualAuthenticator', { options })
}

async function userOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/user')
  return ((await answer.json()) as { username: string }).username
}

async function logOut(page: Page): Promise<void> {
  // A page that is still loading would be refused what it asks for.
  await page.goto('about:blank')
  await page.request.get('/api/user/logout')
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
}

test('two-factor login is turned on with a QR code, asks for codes, and takes a backup code', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'factor')
  const username = await userOf(page)
  await page.goto('/about?settings=security')
  const factor = page.getByRole('region', { name: 'Two-factor login' })
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await factor.getByRole('button', { name: 'Cannot scan it?' }).click()
  const key = await factor.locator('code').innerText()
  await factor.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  const codes = factor.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const backup = await codes.first().innerText()
  const saved = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('tradeloom-backup-codes.txt')
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await expect(factor).toContainText('10 backup codes left')

  const dialog = page.getByRole('dialog')
  const logIn = async (): Promise<void> => {
    await logOut(page)
    await dialog.getByLabel('User name or email').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(dialog.getByText('Do not ask again in this browser for 30 days')).toBeVisible()
  }
  const menu = page.getByRole('button', { name: `User menu of ${username}` })
  await logIn()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(menu).toBeVisible()
  await logIn()
  await dialog.getByRole('button', { name: 'Use a backup code' }).click()
  await dialog.getByLabel('Backup code').fill(backup)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(menu).toBeVisible()
  await page.goto('/about?settings=security')
  await expect(factor).toContainText('9 backup codes left')
  const logins = page.getByRole('region', { name: 'Logins' })
  await expect(logins.getByRole('listitem').filter({ hasText: 'This one' })).toContainText('Password, backup code')
  expect(complaints).toEqual([])
})

test('a passkey is made, logs in without a name, and confirms who is there', async ({ page, baseURL }) => {
  const complaints = watchConsole(page)
  // Passkeys belong to host names.
  const site = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await page.goto(`${site}/about`)
  await addAuthenticator(page)
  const username = `passkey${Date.now().toString(36)}`
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await dialog.getByLabel('User name').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Repeat password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  const menu = page.getByRole('button', { name: `User menu of ${username}` })
  await expect(menu).toBeVisible()

  await page.goto(`${site}/about?settings=security`)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByLabel('Name').fill('My laptop')
  await expectToast(page, 'Passkey added', () => passkeys.getByRole('button', { name: 'Make passkey' }).click())
  await expect(passkeys.getByRole('listitem')).toContainText('My laptop')

  await page.request.get(`${site}/api/user/logout`)
  await page.goto(`${site}/about`)
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await dialog.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(menu).toBeVisible()
  await page.goto(`${site}/about?settings=security`)
  const logins = page.getByRole('region', { name: 'Logins' })
  await expect(logins.getByRole('listitem').filter({ hasText: 'This one' })).toContainText('Passkey')
  await expect(passkeys.getByRole('listitem')).toContainText('Last used')

  // As if ten minutes had passed.
  await page.route('**/api/two-factor/setup', async (route) => {
    const json = { code: 'recent-login-required', kind: 'forbidden', message: 'Please show again who you are' }
    await route.fulfill({ status: 403, json })
    await page.unroute('**/api/two-factor/setup')
  })
  await page.getByRole('region', { name: 'Two-factor login' }).getByRole('button', { name: 'Turn on' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([])
})
