import { type Browser, expect, type Page } from '@playwright/test'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { expectToast, watchConsole } from './browser.ts'
import { test } from './test.ts'

const SCRIPT = 'function onIntervalClose(bar) {\n  if (positions.count === 0) buy({ quantity: 1000 })\n}\n'
const SETTINGS = {
  instrumentId: 'EURUSD:SIM',
  initialBalance: 10_000,
  interval: 'H1',
  resolution: 1,
}

async function newPage(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext()
  await newUser(context.request, name)
  return context.newPage()
}

function lastMonth(): { start: string; end: string } {
  const now = new Date()
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: first(2), end: first(1) }
}

async function addLine(page: Page, line: string): Promise<void> {
  await page.locator('.monaco-editor .view-lines').first().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(`\n${line}\n`)
}

async function saveAs(page: Page, message: string, version: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Commit message' }).fill(message)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`${version} (latest)`).first()).toBeVisible()
}

test('one user shares a version, another clones, edits, compares, restores and shares in turn', async ({ browser }) => {
  const owner = await newPage(browser, 'sharer')
  const other = await newPage(browser, 'cloner')
  const complaints = [watchConsole(owner), watchConsole(other)]
  const name = `Journey ${Math.floor(performance.timeOrigin) % 1_000_000}`
  const algorithm = await newAlgorithm(owner.request, name, SCRIPT)
  await runBacktest(owner.request, algorithm, { ...SETTINGS, ...lastMonth() })

  await test.step('describe and share', async () => {
    await owner.goto(`/algorithms/${algorithm.id}/description`)
    await owner.getByRole('button', { name: 'Edit description' }).click()
    await owner.getByLabel('Description').fill('Buys once. See https://example.org/buy.')
    await owner.getByRole('combobox', { name: 'Tags' }).fill('journey')
    await owner.keyboard.press('Enter')
    await expectToast(owner, 'Description saved', () =>
      owner.getByRole('button', { name: 'Save', exact: true }).click(),
    )
    await expect(owner.getByRole('link', { name: 'https://example.org/buy' })).toHaveAttribute('rel', /nofollow/)
    await owner.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = owner.getByRole('dialog', { name: 'Share algorithm' })
    await expect(dialog.getByText(/backtests of shared versions become public/)).toBeVisible()
    await dialog.getByRole('radio', { name: 'Share current version only' }).check()
    await expectToast(owner, `${name} is shared`, () =>
      dialog.getByRole('button', { name: 'Share', exact: true }).click(),
    )
    await expect(dialog.getByRole('switch', { name: 'v2 (latest) · v1 for everyone else' })).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('find it by its tag, sorted by result, and clone it', async () => {
    await other.goto('/algorithms')
    await other.getByRole('combobox', { name: 'Sort by' }).selectOption('Best result')
    await expect(other).toHaveURL(/\?sort=result$/)
    await other.getByRole('textbox', { name: 'Search algorithms' }).fill('journey')
    const card = other.getByRole('article').filter({ hasText: name })
    await expect(card.getByText('Drawdown')).toBeVisible()
    await card.getByRole('button', { name: 'Clone' }).click()
    await expectToast(other, `${name} has been copied to your algorithm list`, () =>
      other.getByRole('dialog').getByRole('button', { name: 'Clone' }).click(),
    )
    await expect(other.getByText(`cloned from ${name} v1`)).toBeVisible()
  })

  await test.step('edit and save', async () => {
    await addLine(other, 'function onStop() { log("mine") }')
    await saveAs(other, 'Say goodbye', 'v2')
  })

  await test.step('compare two versions and restore the first', async () => {
    await other.getByRole('tab', { name: 'Versions' }).click()
    await other.getByRole('button', { name: 'Compare v2' }).click()
    const dialog = other.getByRole('dialog', { name: 'Compare versions' })
    await expect(dialog.getByLabel(/^Differences between v1/)).toContainText('mine')
    await dialog.getByRole('button', { name: 'Restore v1' }).click()
    await expect(other.getByText('Not saved')).toBeVisible()
    await expect(other.getByRole('textbox', { name: 'Commit message' })).toHaveValue('Restored v1')
    await other.keyboard.press('Control+s')
    await expect(other.getByText('v3 (latest)').first()).toBeVisible()
    await expect(other.locator('.monaco-editor .view-lines').first()).not.toContainText('mine')
  })

  await test.step('the origin gets a newer version, which the clone points to', async () => {
    await owner.goto(`/algorithms/${algorithm.id}/edit`)
    await addLine(owner, '// newer')
    await saveAs(owner, 'Newer', 'v3')
    await expect(owner.getByText('Shared up to v2')).toBeVisible()
    await owner.getByRole('button', { name: 'Share', exact: true }).click()
    const latest = owner.getByRole('switch', { name: /^v3 \(latest\)/ })
    // With the keyboard: the drawn switch and its label lie over and under the input.
    await latest.press('Space')
    // It shows the new state once the server has confirmed it.
    await expect(latest).toBeChecked()
    await other.reload()
    await expect(other.getByRole('link', { name: `${name} has a newer version` })).toBeVisible()
  })

  await test.step('the clone outlives the sharing of its origin, and keeps its name to itself', async () => {
    await owner.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(owner.getByText(`${name} is no longer shared`)).toBeVisible()
    await other.reload()
    await expect(other.getByRole('button', { name: `Rename Copy of ${name}` })).toBeVisible()
    await expect(other.getByText('cloned from')).toHaveCount(0)
  })

  await test.step('the overview shows one run', async () => {
    await owner.goto(`/algorithms/${algorithm.id}/overview`)
    await expect(owner.getByRole('figure', { name: /^Position Count: 1/ })).toBeVisible()
    await expect(owner.getByText('No trading sessions')).toBeVisible()
  })
  expect(complaints.flat()).toEqual([])
})

test(
  'leaving a changed description asks first, and Escape goes back to the saved text',
  { tag: '@full' },
  async ({ page }) => {
    await newUser(page.request, 'describer')
    const algorithm = await newAlgorithm(page.request, 'Described', SCRIPT)
    await page.goto(`/algorithms/${algorithm.id}/description`)
    await page.getByRole('button', { name: 'Edit description' }).click()
    await page.getByLabel('Description').fill('Half a thought')
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByText('The description has changes that are not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByLabel('Description').press('Escape')
    await expect(page.getByText('No description')).toBeVisible()
  },
)
