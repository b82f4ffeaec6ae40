// Judges pages with Lighthouse, wide and narrow, and fails below the limits. Usage: node tests/e2e/lighthouse.ts [page ...]
// Lighthouse has two hundred dependencies that nothing else needs: it is installed into .cache when this first runs.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, request } from '@playwright/test'
import { buildWeb } from '../../tools/build-web.ts'
import { newAlgorithm, newUser, runBacktest } from './api.ts'
import { CHROMIUM } from './playwright.config.ts'
import { freePort, startServer } from './server-process.ts'

const VERSION = '12.8.2'
const ROOT = join(import.meta.dirname, '..', '..')
const PROGRAM = join(ROOT, '.cache', 'lighthouse')
const REPORTS = join(ROOT, 'test-results', 'lighthouse')
const LIMITS = {
  wide: { performance: 90, accessibility: 98, 'best-practices': 100, seo: 100 },
  narrow: { performance: 75, accessibility: 98, 'best-practices': 100, seo: 100 },
} as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const SCRIPT =
  'function onIntervalClose(bar) {\n  if (bar.close > bar.open) buy({ quantity: 1000 })\n  else closeAll()\n}\n'

/** What is read of a report. */
interface Report {
  readonly categories: Record<
    (typeof CATEGORIES)[number],
    { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
  >
  readonly audits: Record<
    string,
    { readonly title: string; readonly score: number | null; readonly displayValue?: string }
  >
}

if (!buildWeb(ROOT)) process.exit(1)
installLighthouse()
mkdirSync(REPORTS, { recursive: true })
const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-lighthouse-'))
// As root, the database runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755)
const server = await startServer(join(folder, 'data'), await freePort(), { log: 'ignore' })
const debugging = await freePort()
const { args, executablePath } = CHROMIUM
const browser = spawn(
  executablePath,
  [...args, '--headless=new', `--remote-debugging-port=${debugging}`, `--user-data-dir=${join(folder, 'profile')}`],
  { stdio: 'ignore' },
)
let isGood = true
try {
  const user = await request.newContext({ baseURL: server.url })
  await newUser(user, 'lighthouse')
  const algorithm = await newAlgorithm(user, 'Lighthouse', SCRIPT)
  const { id } = await runBacktest(user, algorithm, {
    instrumentId: 'EURUSD:SIM',
    interval: 'M15',
    resolution: 1,
    start: monthsAgo(2),
    end: monthsAgo(1),
  })
  judge('home', '/')
  judge('algorithms', '/algorithms')
  await signIn((await user.storageState()).cookies)
  judge('editor', `/algorithms/${algorithm.id}/edit`)
  judge('result', `/algorithms/${algorithm.id}/backtest/${id}`)
} finally {
  browser.kill()
  await once(browser, 'exit')
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)

function installLighthouse(): void {
  const manifest = join(PROGRAM, 'node_modules', 'lighthouse', 'package.json')
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes(`"version": "${VERSION}"`)) return
  mkdirSync(PROGRAM, { recursive: true })
  writeFileSync(join(PROGRAM, 'package.json'), '{ "private": true }\n')
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`]
  const { status } = spawnSync('npm', options, { cwd: PROGRAM, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('Lighthouse could not be installed')
}

function monthsAgo(count: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString()
}

/** Nothing stays connected to the browser: it would hold up the tabs that Lighthouse opens. */
async function signIn(cookies: Parameters<BrowserContext['addCookies']>[0]): Promise<void> {
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${debugging}`)
  await connection.contexts()[0]?.addCookies(cookies)
  await connection.close()
}

/** Prints the scores of a page in both widths, and what takes points from those below their limit. */
function judge(page: string, path: string): void {
  if (wanted.length > 0 && !wanted.includes(page)) return
  for (const width of ['wide', 'narrow'] as const) {
    const output = join(REPORTS, `${page}-${width}`)
    const options = [
      `--port=${debugging}`,
      ...(width === 'wide' ? ['--preset=desktop'] : []),
      `--only-categories=${CATEGORIES.join()}`,
      '--output=json,html',
      `--output-path=${output}`,
      '--quiet',
    ]
    const program = join(PROGRAM, 'node_modules', 'lighthouse', 'cli', 'index.js')
    const { status } = spawnSync(process.execPath, [program, `${server.url}${path}`, ...options], {
      stdio: ['ignore', 2, 2],
      // No reports about errors to the makers of Lighthouse.
      env: { ...process.env, CI: '1' },
    })
    if (status !== 0) throw new Error(`Lighthouse could not judge ${path}`)
    const { categories, audits } = JSON.parse(readFileSync(`${output}.report.json`, 'utf8')) as Report
    const scores = CATEGORIES.map((name) => [name, Math.round((categories[name].score ?? 0) * 100)] as const)
    console.log(`${page}, ${width}: ${scores.map(([name, score]) => `${name} ${score}`).join(', ')}`)
    for (const [name, score] of scores) {
      if (score >= LIMITS[width][name]) continue
      isGood = false
      console.log(`  ${name} must reach ${LIMITS[width][name]}:`)
      for (const { id, weight } of categories[name].auditRefs) {
        const { title, score: points, displayValue = '' } = audits[id] ?? { title: id, score: null }
        if (weight > 0 && points !== null && points < 0.9) console.log(`    ${title} ${displayValue}`)
      }
    }
  }
}
