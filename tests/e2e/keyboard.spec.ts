import { expect, type Page } from '@playwright/test'
import { newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { type Keyboard, useKeyboard } from './keyboard.ts'
import { test } from './test.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'harmless glass of water'

// Hundreds of keys, each answered by a page on a busy machine.
test.describe.configure({ timeout: 240_000 })

async function logIn(page: Page, keys: Keyboard, username: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await keys.type(dialog.getByLabel('User name or email'), username)
  await keys.type(dialog.getByLabel('Password', { exact: true }), password)
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: `User menu of ${username}` })).toBeVisible()
}

/** Opens the user menu, goes down to an entry and chooses it. */
async function choose(page: Page, keys: Keyboard, entry: string): Promise<void> {
  await keys.enter(page.getByRole('button', { name: /^User menu of/ }))
  await keys.go(page.getByRole('menuitem', { name: entry }), 'ArrowDown')
  await keys.press('Enter')
}

test('an account is made, used, changed and left with the keyboard alone', async ({ page }) => {
  const complaints = watchConsole(page)
  const keys = await useKeyboard(page)
  const username = `keys${Math.floor(performance.timeOrigin + performance.now()) % 100_000_000}`
  await page.goto('/about')

  await test.step('register, after every mistake that a form can have', async () => {
    await keys.enter(page.getByRole('banner').getByRole('button', { name: 'Register' }))
    const dialog = page.getByRole('dialog', { name: 'Register' })
    await keys.go(dialog.getByLabel('User name'))
    await keys.press('Enter')
    await expect(dialog.getByText('Please enter your user name')).toBeVisible()
    await keys.type(dialog.getByLabel('User name'), username)
    await keys.type(dialog.getByLabel('Email'), `${username}@example.com`)
    await keys.type(dialog.getByLabel('Password', { exact: true }), PASSWORD)
    await keys.type(dialog.getByLabel('Repeat password'), PASSWORD)
    await keys.press('Enter')
    await expect(page.getByRole('button', { name: `User menu of ${username}` })).toBeVisible()
  })

  await test.step('change the password and the display in the settings', async () => {
    await choose(page, keys, 'Security')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await keys.type(dialog.getByLabel('Current password'), PASSWORD)
    await keys.type(dialog.getByLabel('New password', { exact: true }), NEW)
    await keys.type(dialog.getByLabel('Repeat new password'), NEW)
    await keys.press('Enter')
    await expect(page.getByText('Password changed')).toBeVisible()
    await keys.enter(dialog.getByRole('button', { name: 'Display' }))
    await keys.go(dialog.getByRole('radiogroup'))
    await keys.press('ArrowLeft')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    const utc = dialog.getByRole('switch', { name: 'Show times in UTC' })
    const before = await utc.isChecked()
    await keys.go(utc)
    await keys.press('Space')
    await expect(utc).toBeChecked({ checked: !before })
    await keys.enter(dialog.getByRole('button', { name: 'Premium Packages' }))
    await expect(dialog.getByText('Professional Premium Plan')).toBeVisible()
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('sign out, log in again, and find a page by its name', async () => {
    await choose(page, keys, 'Sign out')
    await keys.enter(page.getByRole('banner').getByRole('button', { name: 'Log in' }))
    await logIn(page, keys, username, NEW)
    await keys.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog')
    await expect(palette).toBeVisible()
    await page.keyboard.type('indicators')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/indicators$/)
  })
  expect(await keys.pointerPresses()).toBe(0)
  expect(complaints).toEqual([])
})

test('an indicator is created, tested and deleted with the keyboard alone', async ({ page }) => {
  const complaints = watchConsole(page)
  const keys = await useKeyboard(page)
  await newUser(page.request, 'keys')
  await page.goto('/indicators')

  await test.step('create an indicator', async () => {
    await keys.enter(page.getByRole('main').getByRole('button', { name: 'New indicator' }).last())
    const dialog = page.getByRole('dialog', { name: 'New indicator' })
    await keys.type(dialog.getByLabel('Name'), 'Keyed')
    await keys.type(dialog.getByLabel('Key'), 'Keyed')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/edit$/)
  })

  await test.step('test it', async () => {
    await keys.enter(page.getByRole('link', { name: 'Test', exact: true }))
    await keys.enter(page.getByRole('button', { name: 'New Test' }))
    const dialog = page.getByRole('dialog', { name: 'New Test' })
    await keys.enter(dialog.getByRole('button', { name: 'Test', exact: true }))
    await expect(page.getByRole('group', { name: 'Prices with the indicator' })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('delete it', async () => {
    await keys.enter(page.getByRole('button', { name: 'Delete indicator' }))
    await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await expect(page).toHaveURL(/\/indicators$/)
  })
  expect(await keys.pointerPresses()).toBe(0)
  expect(complaints).toEqual([])
})
