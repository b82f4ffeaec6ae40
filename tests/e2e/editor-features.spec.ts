import { expect, type Page } from '@playwright/test'
import { newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { test } from './test.ts'

const SCRIPT = 'function onIntervalClose(bar) {\n  log(bar.close)\n}\n'
const code = (page: Page) => page.locator('.monaco-editor .view-lines').first()

test('the first editor of a loaded page has all of its features', async ({ page, context }) => {
  const complaints = watchConsole(page)
  await newUser(context.request, 'features')
  const algorithm = await newAlgorithm(context.request, 'Featured', SCRIPT)
  await page.goto(`/algorithms/${algorithm.id}/edit`)

  await test.step('members are suggested after a dot, and accepted', async () => {
    await code(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('account.')
    const suggestions = page.locator('.suggest-widget.visible')
    await expect(suggestions.getByRole('option', { name: /^balance/ })).toBeVisible()
    await page.keyboard.type('equ')
    await expect(suggestions.getByRole('option').first()).toHaveAccessibleName(/^equity/)
    await page.keyboard.press('Enter')
    await expect(code(page)).toContainText('account.equity')
  })

  await test.step('suggestions can be asked for', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Space')
    await expect(page.locator('.suggest-widget.visible').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('parameters are explained', async () => {
    await page.keyboard.type('indicators.RSI(')
    await expect(page.locator('.parameter-hints-widget.visible')).toContainText('RSI(')
    await page.keyboard.press('Escape')
  })

  await test.step('a name is explained under the pointer', async () => {
    await code(page).getByText('account', { exact: true }).hover()
    await expect(page.getByText('The account at this moment.')).toBeVisible()
  })

  await test.step('text is found', async () => {
    await page.keyboard.press('ControlOrMeta+F')
    const find = page.locator('.find-widget.visible')
    await find.getByRole('textbox', { name: 'Find' }).fill('close')
    await expect(find).toContainText('of 2')
    await page.keyboard.press('Escape')
  })

  await test.step('the list of commands has them', async () => {
    await code(page).click()
    await page.keyboard.press('F1')
    const commands = page.locator('.quick-input-widget')
    await expect(commands).toBeVisible()
    await page.keyboard.type('Trigger')
    await expect(commands.getByRole('option', { name: /^Trigger Suggest/ })).toBeVisible()
    await expect(commands.getByRole('option', { name: /^Trigger Parameter Hints/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a function is folded, and several places are edited at once', async () => {
    const lines = page.locator('.monaco-editor .view-line')
    // The list of commands gives the focus back some time after it is closed.
    await expect(page.locator('.quick-input-widget')).toBeHidden()
    await code(page).click()
    await page.keyboard.press('ControlOrMeta+Home')
    await expect(lines).toHaveCount(5)
    // What can be folded is found some time after the last change.
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+Shift+BracketLeft')
      await expect(lines).toHaveCount(4, { timeout: 1000 })
    }).toPass()
    await page.keyboard.press('ControlOrMeta+Shift+BracketRight')
    await expect(lines).toHaveCount(5)
    await page.keyboard.press('Shift+Alt+ArrowDown')
    await expect(page.locator('.monaco-editor .cursors-layer .cursor')).toHaveCount(2)
  })
  expect(complaints).toEqual([])
})
