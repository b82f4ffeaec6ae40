import { expect, type Page } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

const SCRIPT = 'function onIntervalClose(bar) {\n  log(bar.close)\n}\n'
const code = (page: Page) => page.locator('.monaco-editor .view-lines').first()

/** Types at the end of the script. */
async function append(page: Page, text: string): Promise<void> {
  await code(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
}

test(
  'a script survives a reload and an expired session, and two tabs notice each other',
  { tag: '@full' },
  async ({ page, context }) => {
    await newUser(context.request, 'editor')
    const algorithm = await newAlgorithm(context.request, 'Kept', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/edit`)

    await test.step('a reload', async () => {
      await append(page, 'log("typed")')
      await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
      await page.reload()
      await expect(code(page)).toContainText('log("typed")')
      await expect(page.getByText(/^Unsaved draft of/)).toBeVisible()
    })

    await test.step('an expired session', async () => {
      const cookies = await context.cookies()
      await context.clearCookies()
      await page.keyboard.press('ControlOrMeta+S')
      await expect(page.getByText('Your login session has expired.')).toBeVisible()
      await context.addCookies(cookies)
      await page.reload()
      await expect(code(page)).toContainText('log("typed")')
    })

    await test.step('another tab', async () => {
      const other = await context.newPage()
      await other.goto(`/algorithms/${algorithm.id}/edit`)
      await expect(other.getByText('This algorithm is also open in another tab.')).toBeVisible()
      await expect(page.getByText('This algorithm is also open in another tab.')).toBeVisible()
      await append(other, ' // other')
      await other.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(other.getByText('All changes saved')).toBeVisible()
      await expect(page.getByText('v3 was saved in another tab or browser.')).toBeVisible()
      await page.getByRole('button', { name: 'Compare' }).first().click()
      await expect(page.getByRole('dialog').locator('.monaco-diff-editor')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Load it' }).click()
      await expect(code(page)).toContainText('// other')
      await other.close()
    })
  },
)

test('Ctrl+Enter saves and runs, and an error leads to its line', async ({ page, context }) => {
  const complaints = watchConsole(page)
  await newUser(context.request, 'dock')
  const algorithm = await newAlgorithm(context.request, 'Docked', SCRIPT)
  await page.goto(`/algorithms/${algorithm.id}/edit`)
  await append(page, 'function onStop() { account.nothing.there }')
  await page.keyboard.press('ControlOrMeta+Enter')
  const dock = page.getByRole('region', { name: 'Last runs' })
  await expect(dock.getByText('Errored')).toBeVisible()
  await expect(page.getByText('v3 (latest)').first()).toBeVisible()
  await expect(dock.getByRole('button', { name: 'Line 4' })).toBeVisible()
  await expect(page.locator('.monaco-editor .line-numbers.active-line-number').first()).toHaveText('4')
  expect(complaints).toEqual([])
})

test(
  'quick fixes repair the script, and the documentation is inserted and searched',
  { tag: '@full' },
  async ({ page, context }) => {
    await newUser(context.request, 'fixes')
    const algorithm = await newAlgorithm(context.request, 'Fixed', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/edit`)
    await append(page, 'function onStart() { console.log(1) }')
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByRole('button', { name: 'Fix: Change to log' }).click()
    await expect(problems).toContainText('No problems')

    const pane = page.getByRole('complementary', { name: 'Documentation and versions' })
    await pane.getByRole('searchbox', { name: 'Search documentation' }).fill('RSI')
    await pane.getByRole('link', { name: 'indicators.RSI' }).click()
    await expect(pane.getByRole('heading', { name: 'RSI', exact: true })).toBeVisible()
    await code(page).click()
    await page.keyboard.press('ControlOrMeta+Home')
    await pane.getByRole('button', { name: 'Insert' }).first().click()
    await expect(code(page)).toContainText('const rsi = indicators.RSI(runInterval, 14)')

    const edge = page.getByRole('separator', { name: 'Width of the documentation' })
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(edge).toHaveAttribute('aria-valuenow', '376')
    await page.reload()
    await expect(edge).toHaveAttribute('aria-valuenow', '376')
  },
)

test('the documentation is open to everybody', { tag: '@full' }, async ({ page }) => {
  const complaints = watchConsole(page)
  await page.goto('/documentation')
  await page.getByRole('searchbox', { name: 'Search documentation' }).fill('closePosition')
  await page.getByRole('link', { name: 'closePosition', exact: true }).click()
  await expect(page).toHaveURL(/\/documentation\/close-position$/)
  await expect(page.getByText(/^tradeloom\.d\.ts:\d+$/)).toBeVisible()
  await page.goto('/documentation/type-bar#close')
  await expect(page.getByRole('heading', { name: 'close', exact: true })).toBeInViewport()
  expect(complaints).toEqual([])
})

test(
  'on a phone, the first touch loads the code editor, and a given line does so by itself',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await newUser(context.request, 'phone')
    const algorithm = await newAlgorithm(context.request, 'Read on a phone', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/edit`)
    const plain = page.getByRole('textbox', { name: 'Script', exact: true })
    await expect(plain).toHaveValue(SCRIPT)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.monaco-editor')).toHaveCount(0)
    await plain.click()
    await expect(code(page)).toContainText('log(bar.close)')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('log("touched")')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Save' }).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').getByText('All changes saved')).toBeAttached()

    await page.goto(`/algorithms/${algorithm.id}/edit?line=2`)
    await expect(page.locator('.monaco-editor .line-numbers.active-line-number').first()).toHaveText('2')
  },
)
