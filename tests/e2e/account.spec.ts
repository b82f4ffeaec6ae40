import { expect } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

test('a user exports everything, and deletes the account after typing its name', async ({ browser, baseURL }) => {
  const views = [
    { size: WIDE, scheme: 'dark' },
    { size: NARROW, scheme: 'light' },
  ] as const
  const others = await browser.newContext({ baseURL: baseURL ?? '' })
  // The first user administers the server, and cannot leave alone.
  await newUser(others.request, 'stays')
  await others.close()
  const login = await browser.newContext({ baseURL: baseURL ?? '' })
  const username = await newUser(login.request, 'leaver')
  await newAlgorithm(login.request, 'Leaves with me', 'function onIntervalClose() {}')
  const screens = await openScreens(browser, { views, login: await login.storageState(), baseURL: baseURL ?? '' })
  await login.close()
  const { page, complaints, look } = screens
  await page.goto('/about?settings=account')
  const part = page.getByRole('region', { name: 'Export' })
  const begin = part.getByRole('button', { name: 'Export everything' })
  await expect(begin).toBeVisible()
  await look('account')
  await begin.focus()
  await page.keyboard.press('Enter')
  const link = part.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await look('account-exported')
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('tradeloom-account.zip')

  const leaving = page.getByRole('region', { name: 'Delete account' })
  await leaving.getByRole('button', { name: 'Delete account' }).click()
  const confirm = leaving.getByRole('button', { name: 'Delete my account' })
  await expect(confirm).toBeDisabled()
  await leaving.getByRole('textbox').fill(username)
  await look('account-delete')
  await expect(confirm).toBeEnabled()
  expect(complaints).toEqual([])
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect((await page.request.get('/api/user')).status()).toBe(401)
  await screens.context.close()
})
