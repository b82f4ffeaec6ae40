import { expect } from '@playwright/test'
import { expectToast, register, watchConsole } from './browser.ts'
import { hasRealData } from './market-fixtures.ts'
import { test } from './test.ts'

const INSTRUMENT = hasRealData ? /EUR\/USD MT5/ : /EUR\/USD SIM/

test('a new visitor clones a shared algorithm, changes it, tests it and reads the result', async ({ page }) => {
  const complaints = watchConsole(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse shared algorithms' }).click()
  await expect(page).toHaveURL(/\/algorithms$/)

  await test.step('browse a shared algorithm', async () => {
    await page.getByRole('link', { name: 'Moving average cross' }).click()
    await expect(page).toHaveURL(/\/algorithms\/[0-9a-f-]{36}\/edit$/)
    await expect(page.getByRole('link', { name: 'Code', exact: true })).toBeVisible()
    await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('indicators.SMA')
  })

  await test.step('Clone asks for a login and continues after registration', async () => {
    await page.getByRole('button', { name: 'Clone' }).first().click()
    await expect(page.getByText('Please log in to clone algorithms')).toBeVisible()
    await register(page, `newcomer${Date.now() % 1_000_000}`)
    await expect(page.getByRole('dialog', { name: 'Clone Algorithm' })).toBeVisible()
    const shared = page.url()
    await expectToast(page, 'Moving average cross has been copied to your algorithm list', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click(),
    )
    await expect(page).not.toHaveURL(shared)
    await expect(page).toHaveURL(/\/edit$/)
    await expect(
      page.getByRole('textbox', { name: 'Algorithm name' }).or(page.getByText('Copy of Moving average cross')).first(),
    ).toBeVisible()
  })

  await test.step('the editor completes API names', async () => {
    await page.locator('.monaco-editor .view-lines').first().click()
    await page.keyboard.press('Control+End')
    // Whether brackets close automatically depends on how far the language has loaded; this line needs none.
    await page.keyboard.type('\nlet last = account.')
    const suggestions = page.locator('.suggest-widget.visible')
    await suggestions
      .locator('.monaco-list-row')
      .filter({ hasText: /^equity/ })
      .first()
      .click()
    await page.keyboard.press('End')
    await page.keyboard.insertText('\nfunction onStop() {\n  log("Grown by", account.equity - last)\n}\n')
    await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('account.equity - last')
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('No problems')
  })

  await test.step('save version 2', async () => {
    await page.getByRole('textbox', { name: 'Commit message' }).fill('Tell the equity at the end')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('v2 (latest)').first()).toBeVisible()
    await expect(page.getByText('All changes saved')).toBeVisible()
  })

  await test.step('run a backtest and watch it', async () => {
    await page.getByRole('button', { name: 'New Backtest' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New Backtest' })
    await dialog.getByRole('combobox', { name: 'Instrument' }).or(dialog.getByLabel('Instrument')).first().click()
    await page.getByRole('option', { name: INSTRUMENT }).click()
    await expectToast(page, 'Backtest queued', () => dialog.getByRole('button', { name: 'Run', exact: true }).click())
    await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/)
  })

  await test.step('read the result', async () => {
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Position Count')).toBeVisible()
    await expect(page.getByText('Sharpe, per day')).toBeVisible()
    // This line is written by version 2 at its end.
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByText(/^Grown by -?\d/)).toBeVisible()
  })

  await test.step('find it in the list', async () => {
    await page.getByRole('link', { name: 'All backtests' }).first().click()
    const row = page.getByRole('row').filter({ hasText: 'Completed' }).first()
    await expect(row).toBeVisible()
    await row.click()
    await expect(page).toHaveURL(/\/backtest\/[0-9a-f-]{36}$/)
  })
  expect(complaints).toEqual([])
})
