// Prints what pages transfer to an empty browser, and when the first key reaches the script of the editor.
// Usage: node tests/e2e/budgets.ts
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.ts'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { firstKeyMs, MAX_ALGORITHMS_BYTES, MAX_FIRST_KEY_MS, transferOf } from './page-budgets.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'

const ROUNDS = 5
const SCRIPT = 'function onIntervalClose(bar) {\n  log(bar.close)\n}\n'

if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-budgets-'))
// As root, the database runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755)
const server = await startServer(folder, await freePort(), { log: 'ignore' })
let browser: Browser | null = null
try {
  browser = await chromium.launch(CHROMIUM)
  await printBudgets(browser)
} finally {
  await browser?.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function printBudgets(chrome: Browser): Promise<void> {
  const user = await chrome.newContext({ baseURL: server.url })
  await newUser(user.request, 'budget')
  const algorithm = await newAlgorithm(user.request, 'Budget', SCRIPT)
  const { id } = algorithm
  const editor = `/algorithms/${id}/edit`
  const run = { instrumentId: 'EURUSD:SIM', resolution: 1, interval: 'M15', ...lastWholeMonth() } as const
  const result = `/algorithms/${id}/backtest/${(await runBacktest(user.request, algorithm, run)).id}`
  const print = async (name: string, address: string, context: BrowserContext): Promise<void> => {
    const { bytes, requests } = await transferOf(await context.newPage(), address)
    const limit = address === '/algorithms' ? ` of ${MAX_ALGORITHMS_BYTES / 1000}` : ''
    console.log(`${name}: ${(bytes / 1000).toFixed(1)}${limit} kB, ${requests} requests`)
  }
  for (const address of ['/algorithms', '/', '/indicators', '/documentation', '/backtests', '/market-data']) {
    await print(address, address, await chrome.newContext({ baseURL: server.url }))
  }
  await print('list of backtests', `/algorithms/${id}/backtest`, user)
  await print('list of optimizations', `/algorithms/${id}/optimize`, user)
  await print('result', result, user)
  await print('editor', editor, user)
  const state = await user.storageState()
  const options = { baseURL: server.url, storageState: { ...state, origins: [] } }
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await firstKeyMs(chrome, options, editor))
  const best = Math.min(...rounds).toFixed(0)
  console.log(`first key in the editor: ${best} of ${MAX_FIRST_KEY_MS} ms (best of ${ROUNDS})`)
}
