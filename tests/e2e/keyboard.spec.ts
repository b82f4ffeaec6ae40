import { expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { type Keyboard, useKeyboard } from './keyboard.ts'
import { test } from './test.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'harmless glass of water'

// Hundreds of keys, each answered by a page on a busy machine.

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

test('an account is made, used, changed and left with the keyboard alone', { tag: '@full' }, async ({ page }) => {
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
    await keys.go(dialog.getByRole('radiogroup', { name: 'Color scheme' }))
    await keys.press('ArrowLeft')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    const utc = dialog.getByRole('switch', { name: 'Show times in UTC' })
    const before = await utc.isChecked()
    await keys.go(utc)
    await keys.press('Space')
    await expect(utc).toBeChecked({ checked: !before })
    await expect(dialog.getByRole('button', { name: 'Premium Packages' })).toBeHidden()
    await keys.enter(dialog.getByRole('button', { name: 'API Access' }))
    await expect(dialog.getByRole('heading', { name: 'API Access' })).toBeVisible()
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('sign out, log in again, and find a page by its name', async () => {
    await choose(page, keys, 'Sign out')
    await keys.enter(page.getByRole('banner').getByRole('button', { name: 'Log in' }))
    await logIn(page, keys, username, NEW)
    await keys.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('indicators')
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/indicators$/)
  })

  await test.step('read which keys there are, and run a command', async () => {
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    // While a dialog is there, its keys are its own.
    await expect(page.getByRole('dialog')).toBeHidden()
    await keys.press('?')
    await expect(list.getByRole('region', { name: 'Every page' })).toContainText('Ctrl+K')
    await keys.press('Escape')
    await expect(list).toBeHidden()
    await keys.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    // In a text field it is a character.
    await page.keyboard.type('?')
    await expect(palette.getByText('No matches found')).toBeVisible()
    await expect(list).toBeHidden()
    await keys.type(palette.getByRole('combobox'), 'new indicator')
    await expect(palette.getByRole('option').first()).toContainText('Command')
    await keys.press('Enter')
    await expect(page.getByRole('dialog', { name: 'New indicator' }).getByLabel('Name')).toBeFocused()
  })
  expect(await keys.pointerPresses()).toBe(0)
  expect(complaints).toEqual([])
})

test(
  'an algorithm is created, changed, compared, restored and shared with the keyboard alone',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    const keys = await useKeyboard(page)
    await newUser(page.request, 'keys')
    await page.goto('/algorithms')
    const code = page.locator('.monaco-editor').first()
    const script = code.getByRole('textbox', { name: 'Script' })

    await test.step('create it from a template', async () => {
      await keys.enter(page.getByRole('main').getByRole('button', { name: 'New algorithm' }).last())
      const dialog = page.getByRole('dialog', { name: 'New algorithm' })
      await keys.go(dialog.getByLabel('Name'))
      await keys.press('Enter')
      await expect(dialog.getByText('Please enter a name')).toBeVisible()
      await keys.type(dialog.getByLabel('Name'), 'By keys')
      await keys.go(dialog.getByRole('radiogroup', { name: 'Template' }))
      await keys.go(dialog.getByRole('radio', { name: /^Blank/ }), 'ArrowDown')
      await keys.press('Space')
      await expect(dialog.getByRole('radio', { name: /^Blank/ })).toBeChecked()
      await keys.enter(dialog.getByRole('button', { name: 'Create' }))
      await expect(page).toHaveURL(/\/edit$/)
    })

    await test.step('type in the editor, leave it with Escape and Tab, and save with a message', async () => {
      await expect(script).toBeAttached()
      await keys.go(script)
      await keys.press('ControlOrMeta+End')
      await page.keyboard.insertText('\nlog("keys")\n')
      await keys.press('Tab')
      await expect(code.locator('.view-lines')).toContainText('log("keys")')
      await expect(script).toBeFocused()
      await keys.press('Escape')
      await expect(page.getByText('Tab leaves the editor')).toBeVisible()
      await keys.go(page.getByRole('textbox', { name: 'Commit message' }), 'Shift+Tab')
      await page.keyboard.type('Say it')
      await keys.press('ControlOrMeta+s')
      await expect(page.getByText('v2 (latest)').first()).toBeVisible()
    })

    await test.step('compare two versions, and restore the first', async () => {
      const pane = page.getByRole('complementary', { name: 'Documentation and versions' })
      await keys.go(pane.getByRole('tab', { name: 'Documentation' }))
      await keys.press('ArrowRight')
      await expect(pane.getByText('Say it')).toBeVisible()
      await keys.enter(pane.getByRole('button', { name: 'Compare v2' }))
      const dialog = page.getByRole('dialog', { name: 'Compare versions' })
      await expect(dialog.getByLabel(/^Differences between v1/)).toContainText('keys')
      await keys.enter(dialog.getByRole('button', { name: 'Restore v1' }))
      await expect(page.getByRole('textbox', { name: 'Commit message' })).toHaveValue('Restored v1')
      await keys.press('ControlOrMeta+s')
      await expect(page.getByText('v3 (latest)').first()).toBeVisible()
    })

    await test.step('share it', async () => {
      await keys.enter(page.getByRole('button', { name: 'Share', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Share algorithm' })
      await keys.go(dialog.getByRole('radio', { name: 'Share current version and turn on sharing' }))
      await keys.press('ArrowUp')
      await expect(dialog.getByRole('radio', { name: 'Share current version only' })).toBeChecked()
      await keys.press('Enter')
      await expect(page.getByText('By keys is shared')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
      await keys.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
    })
    expect(await keys.pointerPresses()).toBe(0)
    expect(complaints).toEqual([])
  },
)

test(
  'an indicator is created, tested and deleted, and an algorithm cloned and run, with the keyboard alone',
  { tag: '@full' },
  async ({ page }) => {
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
      await expect(page.getByRole('group', { name: 'Prices with the indicator' })).toBeVisible()
    })

    await test.step('delete it', async () => {
      await keys.enter(page.getByRole('button', { name: 'Delete indicator' }))
      await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await expect(page).toHaveURL(/\/indicators$/)
    })

    await test.step('clone a shared algorithm and run it', async () => {
      await page.goto('/algorithms')
      const card = page.getByRole('article').filter({ hasText: 'Moving average cross' }).first()
      await keys.enter(card.getByRole('button', { name: 'Clone' }))
      await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Clone' }))
      await expect(page).toHaveURL(/\/edit$/)
      await expect(page.getByRole('textbox', { name: 'Script', exact: true }).first()).toBeAttached()
      await keys.press('ControlOrMeta+Enter')
      const dock = page.getByRole('region', { name: 'Last runs' })
      await expect(dock.getByText('Completed')).toBeVisible()
      await keys.enter(dock.getByRole('link', { name: 'Open result' }))
      await expect(page).toHaveURL(/\/backtest\/[\da-f-]{36}$/)
    })
    expect(await keys.pointerPresses()).toBe(0)
    expect(complaints).toEqual([])
  },
)

test(
  'an algorithm is described, unshared, renamed and deleted with the keyboard alone',
  { tag: '@full' },
  async ({ page }) => {
    const complaints = watchConsole(page)
    const keys = await useKeyboard(page)
    await newUser(page.request, 'keys')
    const { id, versionId } = await newAlgorithm(page.request, 'By keys', 'function onTick() {}\n')
    await callApi(page.request, 'PATCH', `/api/algorithms/${id}/versions/${versionId}`, { shared: true })
    await page.goto(`/algorithms/${id}/edit`)

    await test.step('stop sharing its only shared version', async () => {
      await keys.enter(page.getByRole('button', { name: 'Share', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Share algorithm' })
      await keys.go(dialog.getByRole('switch', { name: /^v2 \(latest\)/ }))
      await keys.press('Space')
      // Nothing is shared any more, and the dialog offers the choices again.
      await expect(dialog.getByRole('radio', { name: 'Share current version only' })).toBeVisible()
      await keys.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('describe it, and throw a second description away', async () => {
      await keys.enter(page.getByRole('link', { name: 'Description', exact: true }))
      await keys.enter(page.getByRole('button', { name: 'Edit description' }))
      await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
      await page.keyboard.type('Written without a mouse.')
      await keys.press('ControlOrMeta+s')
      await expect(page.getByText('Description saved')).toBeVisible()
      await keys.enter(page.getByRole('button', { name: 'Edit description' }))
      await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
      await page.keyboard.type(' And thrown away.')
      await keys.press('Escape')
      await expect(page.getByText('Written without a mouse.', { exact: true })).toBeVisible()
    })

    await test.step('change the message of a version', async () => {
      await keys.enter(page.getByRole('link', { name: 'Edit', exact: true }))
      const pane = page.getByRole('complementary', { name: 'Documentation and versions' })
      await keys.go(pane.getByRole('tab', { name: 'Documentation' }))
      await keys.press('ArrowRight')
      await keys.enter(pane.getByRole('button', { name: 'Edit the message of v2' }))
      await keys.type(pane.getByRole('textbox', { name: 'Message of v2' }), 'Another message')
      await keys.press('Enter')
      await expect(pane.getByText('Another message')).toBeVisible()
    })

    await test.step('rename and delete it', async () => {
      await keys.enter(page.getByRole('button', { name: 'Rename By keys' }))
      await keys.type(page.getByLabel('Algorithm name'), 'Renamed by keys')
      await keys.press('Enter')
      await expect(page.getByRole('button', { name: 'Rename Renamed by keys' })).toBeVisible()
      await keys.enter(page.getByRole('button', { name: 'Delete algorithm' }))
      await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await expect(page).toHaveURL(/\/algorithms$/)
    })
    expect(await keys.pointerPresses()).toBe(0)
    expect(complaints).toEqual([])
  },
)
