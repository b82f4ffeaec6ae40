import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AlgorithmVersionSummary, VersionCheck } from '../../packages/contracts/src/index.ts'
import { callApi, newUser } from './api.ts'
import { test } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A real check yields to everything else on the machine, so that nobody can say how long it would take. */
const CHECK: VersionCheck = {
  status: 'done',
  verdict: 'unbiased',
  reason: null,
  findings: [],
  engineVersion: '1.0.0',
  time: '2026-01-05T10:00:00.000Z',
}

interface Named {
  readonly id: string
}

test('numbers of lines and the badges of a chosen version have enough contrast', { tag: '@full' }, async ({ page }) => {
  await newUser(page.request, 'contrast')
  const { id } = await callApi<Named>(page.request, 'POST', '/api/algorithms', { name: 'Contrast' })
  await page.route(`**/api/algorithms/${id}/versions`, async (route) => {
    const answer = await route.fetch()
    const versions = (await answer.json()) as AlgorithmVersionSummary[]
    await route.fulfill({ json: versions.map((version) => ({ ...version, check: CHECK })) })
  })
  await page.goto(`/algorithms/${id}/edit`)
  await expect(page.locator('.monaco-editor .dimmed-line-number')).toBeVisible()
  await page.getByRole('tab', { name: /^Versions/ }).click()
  const row = page.locator('a[aria-current]').filter({ hasText: 'v1' })
  await expect(row).toContainText('No bias found')
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    expect.soft(await lowContrasts(page), scheme).toEqual([])
  }
})

async function lowContrasts(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    const { violations } = await inPage.run(document, { runOnly: ['color-contrast'] })
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html}: ${any[0]?.message ?? ''}`))
  })
}
