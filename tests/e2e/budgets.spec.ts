import { expect } from '@playwright/test'
import { MAX_ALGORITHMS_BYTES, transferOf } from './page-budgets.ts'
import { test } from './test.ts'

test('the page of algorithms transfers at most 250 kB to an empty browser', async ({ page }, { annotations }) => {
  const { bytes } = await transferOf(page, '/algorithms')
  annotations.push({ type: 'bytes', description: String(bytes) })
  process.stdout.write(`/algorithms: ${(bytes / 1000).toFixed(1)} kB\n`)
  // Less would be a page that did not load.
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MAX_ALGORITHMS_BYTES)
})
