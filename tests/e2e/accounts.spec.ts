import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { test } from './test.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'harmless glass of water'

interface User {
  readonly id: string
  readonly username: string
  readonly email: string
}

const me = (page: Page): Promise<User> => callApi<User>(page.request, 'GET', '/api/user')

/** Signs in as a new administrator, who is appointed in the terminal: the first user of the server may be any test's. */
async function becomeAdmin(page: Page, tradeloom: (...args: string[]) => Promise<string>): Promise<void> {
  await newUser(page.request, 'admin')
  await tradeloom('user', 'admin', (await me(page)).username)
}

test('a forgotten password is replaced with the link from the outbox, which ends all other logins', async ({
  page,
  browser,
  tradeloom,
}) => {
  const complaints = watchConsole(page)
  await becomeAdmin(page, tradeloom)
  const forgetful = await (await browser.newContext()).newPage()
  await newUser(forgetful.request, 'forgetful')
  const { username, email } = await me(forgetful)
  await forgetful.goto('/about')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/about')
  await visitor.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Forgotten your login details?' }).click()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText('Please enter your email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText(/ask its administrator for a link to choose a new password/)).toBeVisible()

  await page.goto('/admin/outbox')
  const mail = page.getByText(`Hello ${username}`)
  await expect(async () => {
    await page.reload()
    await page.getByText(`to ${email}`).waitFor({ timeout: 10_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Show text' }).first().click()
  await expect(mail).toBeVisible()
  const link = /http:\/\/\S+\?key=\S+/.exec(await mail.innerText())?.[0] ?? ''

  await visitor.goto(link)
  await expect(visitor).not.toHaveURL(/key=/)
  await dialog.getByLabel('New password').fill(NEW)
  await dialog.getByLabel('Repeat password').fill('something else')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Passwords do not match!')).toBeVisible()
  await dialog.getByLabel('Repeat password').fill(NEW)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(visitor.getByRole('button', { name: `User menu of ${username}` })).toBeVisible()

  // The server has told the page that was open elsewhere.
  await expect(forgetful.getByText('Your session has logged out.')).toBeVisible()
  await forgetful.getByRole('button', { name: 'OK' }).click()
  await expect(forgetful.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()

  await visitor.goto(link)
  await dialog.getByLabel('New password').fill(NEW)
  await dialog.getByLabel('Repeat password').fill(NEW)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('This link has expired or was used already. Please request a new one.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a login that expires in mid-edit loses nothing that was typed', { tag: '@full' }, async ({ page }) => {
  await newUser(page.request, 'expired')
  const { username } = await me(page)
  const algorithm = await newAlgorithm(page.request, 'Edited', 'function onTick() {}')
  await page.goto(`/algorithms/${algorithm.id}/edit`)
  const editor = page.locator('.monaco-editor').first()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('// typed before')
  await page.context().clearCookies()
  await page.keyboard.press('ControlOrMeta+s')
  const ended = page.getByRole('dialog').filter({ hasText: 'Your login session has expired.' })
  await expect(ended).toBeVisible()
  await ended.getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('User name or email').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(editor.locator('.view-lines')).toContainText('// typed before')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(async () => {
    const versions = await callApi<unknown[]>(page.request, 'GET', `/api/algorithms/${algorithm.id}/versions`)
    expect(versions.length).toBeGreaterThan(1)
  }).toPass()
})

test('an administrator assigns a package', { tag: '@full' }, async ({ page, browser, tradeloom }) => {
  const complaints = watchConsole(page)
  await becomeAdmin(page, tradeloom)
  const other = await (await browser.newContext()).newPage()
  await newUser(other.request, 'customer')
  const { username } = await me(other)
  await other.goto('/pricing')
  await expect(other.getByText('This installation has no packages: everything is included.')).toBeVisible()

  await page.goto('/about')
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.getByLabel('Search users').fill(username)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await expectToast(page, `${username} was changed`, () =>
    page.getByRole('menuitem', { name: 'Standard Premium Plan' }).click(),
  )
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('Standard Premium Plan')
  expect(complaints).toEqual([])
})

test('settings are opened by the address, and the password is changed there', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'settings')
  await page.goto('/about?settings=security')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Please enter your current password')).toBeVisible()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByLabel('New password', { exact: true }).fill(NEW)
  await dialog.getByLabel('Repeat new password').fill(NEW)
  await expectToast(page, 'Password changed', () => dialog.getByRole('button', { name: 'Change password' }).click())
  await dialog.getByRole('button', { name: 'Display' }).click()
  await expect(page).toHaveURL(/settings=display/)
  await dialog.getByText('Light', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/settings/)
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(complaints).toEqual([])
})
