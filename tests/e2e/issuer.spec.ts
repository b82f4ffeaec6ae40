import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { newUser } from './api.ts'
import { CLIENT, type IssuerServer, startIssuer } from './issuer-server.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

let folder: string
let server: ServerProcess
let issuer: IssuerServer

// A server of its own: everybody sees its buttons.
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-issuer-'))
  // As root, the database runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  issuer = await startIssuer(`http://127.0.0.1:${port}/oauth/desk/callback`)
  server = await startServer(folder, port, {
    env: { TRADELOOM_SERVICES: 'http,realtime', TRADELOOM_OUTBOUND_NETWORKS: '127.0.0.1' },
  })
})
test.afterAll(async () => {
  await server?.stop()
  await issuer?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** On the pages of the issuer: says who one is, and agrees. */
async function agree(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  const agreement = page.getByRole('button', { name: 'Continue' })
  await agreement.or(page.getByRole('banner')).first().waitFor()
  if (await agreement.isVisible()) await agreement.click()
}

async function logOut(page: Page): Promise<void> {
  // A page that is still loading would be refused what it asks for.
  await page.goto('about:blank')
  await page.request.get('/api/user/logout')
  await page.goto('/about')
}

test('an administrator adds an issuer; with it somebody registers, logs in, connects and disconnects', async ({
  browser,
}) => {
  const views = [
    { size: WIDE, scheme: 'dark' },
    { size: NARROW, scheme: 'light' },
  ] as const
  const context = await browser.newContext({ baseURL: server.url })
  await newUser(context.request, 'admin', 'admin')
  const login = await context.storageState()
  await context.close()
  const { page, complaints, look, context: screens } = await openScreens(browser, { views, login, baseURL: server.url })
  // The pages of the issuer ask for letters from elsewhere.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.goto('/admin/sign-in')
  await expect(page.getByText('No issuers')).toBeVisible()
  await look('admin-sign-in-empty')
  await page.getByRole('button', { name: 'Add issuer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await page.getByLabel('Short name').fill('desk')
  await page.getByLabel('Address of the issuer').fill('https://127.0.0.1:1')
  await page.getByLabel('Client id').fill(CLIENT.client_id)
  await page.getByLabel('Client secret').fill(CLIENT.client_secret)
  await page.getByLabel('Email addresses confirmed by it').check()
  const form = page.locator('form').filter({ has: page.getByLabel('Client id') })
  const send = form.getByRole('button', { name: 'Add issuer' })
  await send.click()
  await expect(page.getByText('There is no issuer at this address, or it does not answer')).toBeVisible()
  complaints.splice(0)
  await page.getByLabel('Address of the issuer').fill(issuer.url)
  await look('admin-sign-in-form')
  await send.click()
  await expect(page.getByText('Stored sealed')).toBeVisible()
  await look('admin-sign-in')

  await logOut(page)
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Continue with Desk' })).toBeVisible()
  await look('login-with-issuer')
  await dialog.getByRole('link', { name: 'Continue with Desk' }).click()
  await agree(page, 'nina')
  await expect(dialog.getByLabel('User name')).toHaveValue('nina')
  await expect(dialog.getByLabel('Email')).toHaveValue('nina@desk.example')
  await look('name-after-issuer')
  await dialog.getByLabel('User name').fill('nina.b')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('button', { name: 'User menu of nina.b' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await logOut(page)
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await dialog.getByRole('link', { name: 'Continue with Desk' }).click()
  await page.waitForURL('**/about')
  await expect(page.getByRole('button', { name: 'User menu of nina.b' })).toBeVisible()

  await logOut(page)
  await page.context().clearCookies()
  await newUser(page.request, 'linker', 'linker')
  await page.goto('/about?settings=security')
  const connected = page.getByRole('region', { name: 'Connected sign-ins' })
  await connected.getByRole('button', { name: 'Connect Desk' }).click()
  await agree(page, 'linus')
  await expect(connected.getByText('linus@desk.example')).toBeVisible()
  await look('connected-sign-ins')
  await connected.getByRole('button', { name: 'Disconnect Desk' }).click()
  await page.getByRole('dialog', { name: 'Disconnect Desk' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(connected.getByText('linus@desk.example')).toBeHidden()
  expect(complaints).toEqual([])
  await screens.close()
})
