import { expect } from '@playwright/test'
import { newUser } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { test } from './test.ts'

test('a user writes an indicator, tests it, uses it in an algorithm and shares it', async ({ page, browser }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'author')
  await page.goto('/indicators')

  await test.step('create it, with a key that is refused first', async () => {
    await page.getByRole('main').getByRole('button', { name: 'New indicator' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'New indicator' })
    await dialog.getByLabel('Name').fill('Bar range')
    await dialog.getByLabel('Key').fill('bar range')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Key cannot contain spaces')).toBeVisible()
    await dialog.getByLabel('Key').fill('2range')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Key must be a valid JavaScript identifier')).toBeVisible()
    await dialog.getByLabel('Key').fill('BarRange')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/indicators\/[0-9a-f-]{36}\/edit$/)
  })

  const code = page.locator('.monaco-editor .view-lines').first()
  // One line: the editor would indent more of them, and close their brackets.
  const write = async (script: string): Promise<void> => {
    await code.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(script)
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  }

  await test.step('a script with errors is not saved', async () => {
    await expect(code).toContainText('kit.sma')
    await write('const onTick = (factor = 2) => factor * buy()')
    await expectToast(
      page,
      'Cannot save. Script contains errors: Line 1, column 41: buy can only be used in algorithms',
      () => page.keyboard.press('Control+S'),
    )
  })

  await test.step('it is saved with Ctrl+S, and a draft survives a reload', async () => {
    const script = "const pane = 'study'; const onTick = (factor = 2) => factor * (bar.high - bar.low)"
    await write(script)
    await page.reload()
    await expect(page.getByText(/^Unsaved draft of .* restored$/)).toBeVisible()
    await expect(code).toContainText('bar.high')
    await code.click()
    await expectToast(page, 'Bar range saved', () => page.keyboard.press('Control+S'))
    await expect(page.getByText('All changes saved')).toBeVisible()
  })

  await test.step('change the key', async () => {
    await page.getByRole('button', { name: 'Change the key BarRange' }).click()
    await page.getByLabel('Indicator key').fill('RSI')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is a system indicator with the key RSI')).toBeVisible()
    await page.getByLabel('Indicator key').fill('WideRange')
    await expectToast(page, 'Technical indicator key updated', () => page.keyboard.press('Enter'))
  })

  await test.step('test it', async () => {
    await page.getByRole('link', { name: 'Test', exact: true }).click()
    await page.getByRole('button', { name: 'New Test' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Test' })
    await dialog.getByLabel('factor').fill('wide')
    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(dialog.getByText('Could not parse wide. Must use valid JavaScript literal notation')).toBeVisible()
    await dialog.getByLabel('factor').fill('.5')
    await expectToast(page, 'Test initialized successfully', () =>
      dialog.getByRole('button', { name: 'Test', exact: true }).click(),
    )
    await expect(page.getByRole('group', { name: 'Prices with the indicator' })).toBeVisible()
  })

  await test.step('use it in an algorithm, which another user clones', async () => {
    const algorithm = await (await page.request.post('/api/algorithms', { data: { name: 'Range follower' } })).json()
    const script = "const range = indicators.WideRange('H1', 3)\nfunction onIntervalClose() { log(range.value()) }\n"
    const saved = await page.request.post(`/api/algorithms/${algorithm.id}/versions`, { data: { script, message: '' } })
    expect(saved.status()).toBe(200)
    await page.request.patch(`/api/algorithm/${algorithm.id}`, { data: { shared: true } })
    const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
    await newUser(other.request, 'cloner')
    const clone = await other.request.post('/api/algorithms', { data: { clonedFromAlgorithm: algorithm.id } })
    expect((await clone.json()).latestVersion.indicators).toEqual(['WideRange'])
    await other.close()
  })

  await test.step('change it, and follow it to the algorithm, which is saved with the new one', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(code).toContainText('bar.high')
    await write("const pane = 'study'; const onTick = (factor = 3) => factor * (bar.high - bar.low)")
    await expectToast(page, 'Bar range saved', () => page.keyboard.press('Control+S'))
    await expect(page.getByText(/^1 algorithm still runs with an earlier script/)).toBeVisible()
    await page.getByRole('status').getByRole('link', { name: 'Range follower' }).click()
    await expect(page.getByText(/^Indicator WideRange has changed since v2 was saved/)).toBeVisible()
    await expectToast(page, 'Saved as v3', () => page.getByRole('button', { name: 'Save with the new one' }).click())
    await expect(page.getByText(/has changed since/)).toBeHidden()
    await page.goBack()
    await expect(code).toContainText('bar.high')
    await expect(page.getByText(/^1 algorithm still runs/)).toBeHidden()
  })

  await test.step('share it, then delete it after a warning that names the algorithm', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expectToast(page, 'Bar range is shared', () =>
      page.getByRole('menuitem', { name: 'Share this indicator' }).click(),
    )
    await page.getByRole('button', { name: 'Delete indicator' }).click()
    await expect(page.getByText(/Range follower uses it/)).toBeVisible()
    await expectToast(page, 'Bar range deleted', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(),
    )
    await expect(page).toHaveURL(/\/indicators$/)
  })
  // The browser itself logs the refusal of the key of a system indicator.
  expect(complaints).toEqual([expect.stringMatching(/409 .*\/api\/technical-indicator\//)])
})

test('the mobile menu has four modes and closes when it is dragged up', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await newUser(page.request, 'mobile')
  await page.goto('/indicators')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Market data' })).toBeVisible()
  await menu.getByRole('tab', { name: 'Pages' }).press('ArrowRight')
  await expect(menu.getByRole('navigation', { name: 'Where you are' })).toContainText('Indicators')
  await menu.getByRole('tab', { name: 'Algorithms and indicators' }).click()
  await expect(menu.getByLabel('Filter algorithms and indicators')).toBeVisible()
  await menu.getByRole('tab', { name: 'Account' }).click()
  await expect(menu.getByRole('link', { name: 'Sign out' })).toBeVisible()

  const drag = async (by: number): Promise<void> => {
    const { x, y, width, height } = (await menu.boundingBox())!
    await page.mouse.move(x + width / 2, y + height - 10)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + height - 10 + by, { steps: 5 })
    await page.mouse.up()
  }
  const full = (await menu.boundingBox())!.height
  await drag(-90)
  await expect.poll(async () => (await menu.boundingBox())?.height).toBe(full)
  await drag(-200)
  await expect.poll(async () => (await menu.boundingBox())?.height).toBe(full - 200)
  await drag(-(full - 210))
  await expect(menu).toBeHidden()
})
