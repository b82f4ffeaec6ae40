import { type BrowserContext, expect, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'
import { codeOf } from './totp.ts'

// Dialogs, and pages that are empty or whose data cannot be loaded; the filled pages are in screens.spec.ts.

/** For the pictures: what they show is also checked by the journeys and by tests of components. */
const lane = { tag: '@full' }

const SCRIPT = 'function onIntervalClose(bar) {\n  log(bar.close)\n}\n'
const FAILED = { status: 500, contentType: 'text/html', body: '<h1>Proxy error</h1>' }

/** From now on, these calls fail without a text of the server. */
async function fail(context: BrowserContext, ...paths: string[]): Promise<void> {
  for (const path of paths) await context.route(path, (route) => route.fulfill(FAILED))
}

/** Labels of buttons that have too little space. Those that are hidden from the eye have none at all. */
function cutLabels(page: Page): Promise<string[]> {
  return page
    .locator('main .mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
}

const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name })

const views = [
  { size: WIDE, scheme: 'dark' },
  { size: NARROW, scheme: 'light' },
] as const

test('dialogs of accounts', lane, async ({ browser, tradeloom }) => {
  const { context, page, look } = await openScreens(browser, { views })
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  const send = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  await send('Log in')
  await look('login-mistakes')
  await dialog(page).getByLabel('User name or email').fill('nobody-at-all')
  await dialog(page).getByLabel('Password', { exact: true }).fill('not the password')
  await send('Log in')
  await expect(page.getByText('Wrong user name or password')).toBeVisible()
  await look('login-refused')
  await send('Create an account')
  await look('register')
  await send('Register')
  await look('register-mistakes')
  await send('Log in')
  await send('Forgotten your login details?')
  await dialog(page).getByLabel('Email').fill('nobody@example.com')
  await send('Send link')
  await expect(page.getByText(/ask its administrator for a link/)).toBeVisible()
  await look('forgotten-password-sent')

  const username = await newUser(context.request, 'states')
  await page.goto('/about?settings=security')
  await send('Change password')
  await look('settings-security-mistakes')
  const factor = page.getByRole('region', { name: 'Two-factor login' })
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await factor.getByRole('button', { name: 'Cannot scan it?' }).click()
  await look('two-factor-setup')
  await factor.getByLabel('Code', { exact: true }).fill(codeOf(await factor.locator('code').innerText()))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByRole('listitem')).toHaveCount(10)
  await look('backup-codes')
  await factor.getByRole('button', { name: 'I have saved them' }).click()
  await factor.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page, 'Turn off two-factor login').getByRole('button', { name: 'Turn off' }).click()
  await expect(factor.getByText('Off', { exact: true })).toBeVisible()
  await page.goto(`/?account=undo-email.${'k'.repeat(43)}`)
  await dialog(page).getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('This link has expired or was used already')).toBeVisible()
  await look('mailed-link-refused')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Go to' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await dialog(page).getByRole('combobox').fill('indi')
  await look('palette')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(dialog(page).getByRole('region', { name: 'Drawings' })).toBeVisible()
  await look('shortcuts')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: `User menu of ${username}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await look('user-menu')
  await page.keyboard.press('Escape')
  await tradeloom('user', 'admin', username)
  await page.goto('/admin/outbox')
  await page.getByRole('main').getByText('Outbox').first().waitFor()
  await look('admin-outbox-maybe-empty')
  await page.goto('/admin/users')
  await page.getByLabel('Search users').fill('no such user at all')
  await expect(page.getByText(/^No /).first()).toBeVisible()
  await look('admin-users-empty')
  await page.getByLabel('Search users').fill(username)
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Create link for a new password' }).click()
  await expect(dialog(page)).toBeVisible()
  await look('admin-reset-link')
  await page.keyboard.press('Escape')
  await fail(
    context,
    '**/api/admin/users**',
    '**/api/admin/outbox',
    '**/api/admin/venues',
    '**/api/admin/audit**',
    '**/public-api/packages',
  )
  for (const path of ['/admin/users', '/admin/outbox', '/admin/venues', '/admin/audit', '/pricing']) {
    await page.goto(path)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await look(`failed${path.replaceAll('/', '-')}`)
  }
  await context.close()
})

test('the mobile menu', lane, async ({ browser }) => {
  const { context, page, look } = await openScreens(browser, { views: [{ size: NARROW, scheme: 'light' }] })
  await newUser(context.request, 'states')
  await page.goto('/algorithms')
  await page.getByRole('button', { name: 'Open menu' }).click()
  for (const mode of ['Pages', 'Where you are', 'Algorithms and indicators', 'Account']) {
    await page.getByRole('tab', { name: mode }).click()
    await look(`menu-${mode.toLowerCase().replaceAll(' ', '-')}`)
  }
  const { id } = await newAlgorithm(context.request, 'On the way', SCRIPT)
  await page.goto(`/algorithms/${id}/edit`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('tab', { name: 'Where you are' }).click()
  const here = page.getByRole('navigation', { name: 'Where you are' })
  await expect(here.getByRole('link', { name: 'On the way' })).toBeVisible()
  await expect(here.getByRole('link', { name: 'Edit' })).toHaveAttribute('aria-current', 'page')
  await look('menu-where-you-are-in-an-algorithm')
  await here.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect(here).toBeHidden()
  await context.close()
})

test('dialogs of algorithms', lane, async ({ browser }) => {
  const { context, page, look } = await openScreens(browser, { views })
  await newUser(context.request, 'states')
  await page.goto('/algorithms')
  await expect(page.getByText('No algorithms yet').first()).toBeVisible()
  await look('algorithms-empty')
  await page.getByLabel('Search algorithms').fill('nothing is called this')
  await look('algorithms-no-match')
  await page.getByRole('main').getByRole('button', { name: 'New algorithm' }).last().click()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await look('new-algorithm-mistakes')
  await page.keyboard.press('Escape')
  await page.getByLabel('Search algorithms').fill('')
  await page.getByRole('article').first().getByRole('button', { name: 'Clone' }).click()
  await expect(dialog(page, 'Clone Algorithm').getByRole('combobox')).toBeVisible()
  await look('clone-dialog')

  const algorithm = await newAlgorithm(context.request, 'A name that is rather long for a header', SCRIPT)
  const versions = `/api/algorithms/${algorithm.id}/versions`
  for (const [at, message] of ['Log the open', 'Log both', 'Trade'].entries()) {
    await callApi(context.request, 'POST', versions, { script: `${SCRIPT}// ${at}\n`, message })
  }
  await page.goto(`/algorithms/${algorithm.id}/edit`)
  const code = page.locator('.monaco-editor .view-lines').first()
  await expect(code).toContainText('onIntervalClose')
  await page.getByRole('tab', { name: 'Versions' }).click()
  await look('editor-versions')
  await page.getByRole('button', { name: 'Compare v4' }).click()
  await expect(page.getByLabel(/^Differences between/)).toBeVisible()
  await look('compare-versions')
  await dialog(page, 'Compare versions').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('link', { name: /^v2/ }).click()
  await expect(page.getByText('Outdated version')).toBeAttached()
  await look('editor-outdated')
  await code.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('function onTick( { console.log(tick.nothing) }')
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('error')
  await look('editor-problems')
  expect(await cutLabels(page)).toEqual([])
  await page.goto(`/algorithms/${algorithm.id}/backtest`)
  await expect(page.getByText('No backtests').first()).toBeVisible()
  await look('backtests-empty')
  await page.getByRole('button', { name: 'Delete algorithm' }).click()
  await expect(dialog(page, 'Delete algorithm')).toBeVisible()
  await look('delete-algorithm')
  await page.keyboard.press('Escape')
  await callApi(context.request, 'PATCH', `/api/algorithm/${algorithm.id}`, { shared: true, shareNew: true })
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog(page, 'Share algorithm').getByRole('switch', { name: /^v4/ })).toBeVisible()
  await look('share-on')
  await page.keyboard.press('Escape')
  await context.close()
})

test('the dialog of a login that has expired', lane, async ({ browser }) => {
  const { context, page, look } = await openScreens(browser, { views })
  await newUser(context.request, 'states')
  const { id } = await newAlgorithm(context.request, 'Expires', SCRIPT)
  await page.goto(`/algorithms/${id}/edit`)
  const code = page.locator('.monaco-editor .view-lines').first()
  await expect(code).toContainText('onIntervalClose')
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await code.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('\n// more\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Your login session has expired.')).toBeVisible()
  await look('login-expired')
  await context.close()
})

test('dialogs of indicators, and pages of a server that fails', lane, async ({ browser }) => {
  const { context, page, look } = await openScreens(browser, { views })
  await newUser(context.request, 'states')
  await page.goto('/indicators')
  await expect(page.getByRole('main').getByText('No custom indicators yet').last()).toBeVisible()
  await look('indicators-own-empty')
  await page.getByRole('main').getByRole('button', { name: 'New indicator' }).last().click()
  await dialog(page).getByLabel('Key').fill('my key')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await look('new-indicator-mistakes')
  await page.keyboard.press('Escape')
  const create = (name: string) =>
    callApi<{ id: string }>(context.request, 'POST', '/api/technical-indicators', { name })
  const indicator = await create('Bar range')
  await create('Session high and low of the previous day')
  await page.goto('/indicators')
  await expect(page.getByText('Bar range').first()).toBeVisible()
  await look('indicators-own')
  await page.goto(`/indicators/${indicator.id}/edit`)
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('onTick')
  await look('editor-indicator')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await look('editor-indicator-share')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete indicator' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Delete' })).toBeVisible()
  await look('delete-indicator')
  await page.keyboard.press('Escape')
  await callApi(context.request, 'PUT', `/api/technical-indicator/${indicator.id}`, {
    script: 'function onTick(period = 14) {\n  return bar.nothing.there\n}\n',
  })
  await page.goto(`/indicators/${indicator.id}/test`)
  await expect(page.getByText('No test yet')).toBeVisible()
  await look('indicator-test-empty')
  await page.getByRole('button', { name: 'New Test' }).click()
  await dialog(page).getByLabel('period').fill('wide')
  await dialog(page).getByRole('button', { name: 'Test', exact: true }).click()
  await look('indicator-test-mistakes')
  await dialog(page).getByLabel('period').fill('14')
  await dialog(page).getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/^Test errored$/).first()).toBeVisible()
  await look('indicator-test-errored')
  await page.goto('/market-data')
  await page
    .getByRole('button', { name: /^Import/ })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  await look('import-dialog')
  await page.keyboard.press('Escape')
  await page.goto('/documentation/no-such-page')
  await expect(page.getByText('This page does not exist')).toBeVisible()
  await look('documentation-missing')

  await fail(
    context,
    '**/public-api/algorithms',
    '**/api/algorithms',
    '**/api/backtests**',
    '**/api/technical-indicators',
    '**/public-api/system-indicators',
    '**/documentation/includes/**',
    '**/api/market-data/**',
    '**/public-api/sample-result',
    '**/public-api/instruments/**',
  )
  for (const path of ['/algorithms', '/backtests', '/indicators', '/documentation', '/market-data', '/']) {
    await page.goto(path)
    // Failed requests are repeated first.
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await look(`failed${path === '/' ? '-home' : path.replaceAll('/', '-')}`)
  }
  await context.close()
})
