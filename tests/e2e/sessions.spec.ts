import { expect } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { expectToast } from './browser.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

const SCRIPT = `const externals = [{ name: 'size', defaultValue: 1000 }]
let count = 0
let isReduced = false
function onTick() {
  count += 1
  if (count % 5 === 0) log('ticks', count)
  // While it catches up with prices that came during its start, its orders are refused.
  if (count >= 3 && positions.count === 0) buy({ quantity: size, stopLossPips: 500 })
  const [position] = positions.all()
  if (!position || isReduced) return
  isReduced = true
  closePosition(position, size * 0.3)
}`
/** A first price may take a while: processes start. */
const PATIENCE = { timeout: 60_000 }

test('a trading session is started, followed and stopped in the browser', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(context.request, 'sessions')
  const algorithm = await newAlgorithm(context.request, 'Traded', SCRIPT)
  await page.goto(`/algorithms/${algorithm.id}/trade`)
  await expect(page.getByText('No trading sessions')).toBeVisible()
  await page.getByRole('button', { name: 'New Trading Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Trading Session' })
  await expect(dialog.getByText('A market order is rejected while another is pending.')).toBeVisible()
  await dialog.getByLabel('size').fill('not a number')
  await expect(dialog.getByText('Must be a number')).toBeVisible()
  await dialog.getByLabel('size').fill('1000')
  await look('session-dialog')
  const ok = dialog.getByRole('button', { name: 'OK' })
  await expect(ok).toBeEnabled()
  await expectToast(page, 'Session started', () => ok.click())
  await expect(page.getByRole('heading', { name: /^Traded on / })).toBeVisible()
  const open = page.getByRole('region', { name: 'Positions (Open)' })
  await expect(open.getByText('▲ Long')).toBeVisible(PATIENCE)
  await expect(page.getByRole('timer')).toHaveText(/^0\d:\d\d$|^1\d:\d\d$/)
  // The latest lines are there before the log is opened.
  await expect(page.getByRole('group', { name: 'Log lines' }).getByText('ticks 10', { exact: true })).toBeVisible(
    PATIENCE,
  )
  const closed = page.getByRole('region', { name: 'Positions (Closed)' })
  await expect(closed.getByText('part 1 · 300')).toBeVisible(PATIENCE)
  await expect(open.getByText('700', { exact: true })).toBeVisible()
  await expect(page.getByTitle('Total = realized + unrealized', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Cumulative profit' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Price and positions/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show Daily Logs' }).click()
  await expect(page.getByRole('combobox', { name: 'Day' })).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  const logs = page.getByRole('group', { name: 'Log lines' })
  await expect(logs).toHaveCount(1)
  await expect(logs.getByText('ticks 10', { exact: true })).toBeVisible()
  await look('session')
  await page.goto('/sessions')
  await expect(page.getByRole('img', { name: '1 active' }).first()).toBeVisible()
  await look('sessions')
  await page
    .getByRole('link', { name: /^\d{4}-\d{2}-\d{2}|Traded/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Stop trading session' })
  const confirm = question.getByRole('button', { name: 'Stop trading session' })
  await expectToast(page, 'Session stopped', () => confirm.click())
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await look('session-stopped')
  expect(complaints).toEqual([])
  await context.close()
})
