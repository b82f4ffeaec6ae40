import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { callApi, newUser } from './api.ts'
import { NARROW, openScreens, WIDE } from './screens.ts'
import { test } from './test.ts'

test('a reader tries a call of the API with a key of their own', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await newUser(context.request, 'tries')
  const made = await callApi<{ key: string; secret: string }>(context.request, 'POST', '/api/api-keys', {
    label: 'Tried',
  })
  await page.goto('/api-docs/account')
  const usage = page.getByRole('form', { name: 'Try GET /api/api-usage' })
  await page.getByLabel('Try it: GET /api/api-usage').click()
  await usage.getByRole('button', { name: 'Send' }).click()
  await expect(usage.getByText(/Please enter a key and its secret/)).toBeVisible()
  await usage.getByLabel('Key and secret').fill(`${made.key}.${made.secret}`)
  await usage.getByRole('button', { name: 'Send' }).click()
  await expect(usage.getByText('200', { exact: false }).first()).toBeVisible()
  await expect(usage.getByText('1 credit used in 30 days')).toBeVisible()
  await expect(usage.getByLabel('Answer')).toContainText('"period": "24h"')
  await look('api-docs-try')

  // The key is known to all calls of the pages until they are left, and to nothing else.
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL((url) => !url.pathname.endsWith('/account'))
  await page.getByLabel('Try it: GET /api/algorithms', { exact: true }).click()
  const algorithms = page.getByRole('form', { name: 'Try GET /api/algorithms', exact: true })
  await algorithms.getByRole('button', { name: 'Send' }).click()
  await expect(algorithms.getByLabel('Answer')).toHaveText('[]')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('ts_')
  expect(complaints).toEqual([])
  await callApi(context.request, 'DELETE', `/api/api-keys/${made.key}`)
  await algorithms.getByRole('button', { name: 'Send' }).click()
  await expect(algorithms.getByText('401', { exact: false }).first()).toBeVisible()
  await page.reload()
  await page.getByLabel('Try it: GET /api/algorithms', { exact: true }).click()
  await expect(algorithms.getByLabel('Key and secret')).toHaveValue('')
  await context.close()
})

test('the server hands out its client, and its page has the line that installs it', async ({ browser }) => {
  const { context, page, look, complaints } = await openScreens(browser, {
    views: [
      { size: WIDE, scheme: 'dark' },
      { size: WIDE, scheme: 'light' },
      { size: NARROW, scheme: 'dark' },
      { size: NARROW, scheme: 'light' },
    ],
  })
  await page.goto('/api-docs/client')
  const { origin } = new URL(page.url())
  await expect(page.getByText(`npm install ${origin}/client.tgz`, { exact: true })).toBeVisible()
  const answer = await context.request.get('/client.tgz')
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
  expect(gunzipSync(await answer.body()).includes('"name": "@tradeloom/client"')).toBe(true)
  const project = mkdtempSync(join(tmpdir(), 'tradeloom-client-'))
  const options = ['--prefix', project, '--cache', join(project, '.npm'), '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', `${origin}/client.tgz`, ...options])
  expect(readFileSync(join(project, 'node_modules/@tradeloom/client/README.md'), 'utf8')).toContain(
    '# Tradeloom client',
  )
  rmSync(project, { recursive: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`npm install ${origin}/client.tgz`)
  await look('api-docs-client')
  expect(complaints).toEqual([])
  await context.close()
})
