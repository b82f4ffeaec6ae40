import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SAMPLES = join(ROOT, 'tests', 'lookahead-samples')
const REAL_FILE = join(ROOT, '..', 'shared', 'data', 'fx', 'eurusd-m1-mt5', 'EURUSD_M1_2024_02.csv')
if (!existsSync(REAL_FILE)) console.warn('../shared/data is absent: checks over real data are skipped.')

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-terminal-check-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function check(...args: string[]): Promise<Ended> {
  return runInProcess(dir, ['check', ...args])
}

function written(text: string): string {
  const file = join(dir, 'script.js')
  writeFileSync(file, text)
  return file
}

/** Two days of minutes around a price. */
function minutes(name: string, price: number, phase: number): string {
  const rows = Array.from({ length: 2880 }, (_, minute) => {
    const at = (m: number) => price * (1 + 0.002 * Math.sin(m / 37 + phase) + 0.0007 * Math.cos(m / 11))
    const [open, close] = [at(minute), at(minute + 1)]
    const cells = [open, Math.max(open, close), Math.min(open, close), close].map((value) => value.toFixed(5))
    return [new Date(MONDAY + minute * 60_000).toISOString().slice(0, 19), ...cells].join(',')
  })
  const file = join(dir, name)
  writeFileSync(file, `time,open,high,low,close\n${rows.join('\n')}\n`)
  return file
}

const MONDAY = Date.UTC(2024, 0, 8)

/** Trades the other market if this one is above its average. */
const PAIR = `const other = market('GBPUSD')
const own = indicators.SMA('M5', 12)
const average = other.indicators.SMA('M5', 12)
other.every('M5', (bar) => {
  if (!average.ready || !own.ready) return
  const isAbove = bar.close > average.value()
  if (isAbove && other.positions.count === 0) other.buy({ quantity: 1000 })
  if (!isAbove) other.closeAll()
})
`

describe('tradeloom check on files of several markets', () => {
  const files = () => ['--file', minutes('EURUSD.csv', 1.1, 0), '--format', 'csv', '--interval', 'M5']

  it('checks a script that trades another market, on the files of both', { tags: ['full'] }, async () => {
    const other = `GBPUSD=${minutes('GBPUSD.csv', 1.27, 1)}`
    const { status, stdout, stderr } = await check('--script', written(PAIR), ...files(), '--market', other)
    expect(stderr).toBe('Note: The market data has one price (trades): bid and ask are equal (no spread).\n')
    expect(stdout).toMatch(/^Verdict +unbiased/m)
    expect(status).toBe(0)
  })

  it('exits with 2 if a market has no file or a file has no market', async () => {
    const without = await check('--script', written(PAIR), ...files())
    expect(without).toMatchObject({ status: 2, stderr: expect.stringContaining('--market GBPUSD=FILE') })
    const own = written('function onIntervalClose() { buy({ quantity: 1 }) }')
    const surplus = await check('--script', own, ...files(), '--market', `GBPUSD=${minutes('GBPUSD.csv', 1.27, 1)}`)
    expect(surplus).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the script does not open this market'),
    })
  })
})

describe('tradeloom check', () => {
  it('exits with 0 for an unbiased script and lists every check', { tags: ['full'] }, async () => {
    const { status, stdout, stderr } = await check('--script', join(SAMPLES, 'unbiased', 'two-intervals.js'))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const detector of ['state', 'cut', 'dates', 'prices', 'schedule', 'start', 'warm-up', 'repaint'])
      expect(stdout).toMatch(new RegExp(`^(passed|skipped) +${detector} `, 'm'))
    expect(stdout).toMatch(/^Verdict +unbiased/m)
  })

  it('exits with 1 for a biased script and prints the line that causes it', async () => {
    const file = join(SAMPLES, 'biased', 'flickering-rsi.js')
    const { status, stdout } = await check('--script', file)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Verdict +repaints/m)
    expect(stdout).toContain(`${file}:6:24: repaints`)
    expect(stdout).toContain('> const now = strength.forming')
  })

  it('prints a single JSON object, the same for the same seed', { tags: ['full'] }, async () => {
    const file = join(SAMPLES, 'biased', 'level-of-obv.js')
    const first = await check('--script', file, '--seed', '3', '--json')
    expect(JSON.parse(first.stdout)).toMatchObject({
      verdict: 'unstable-warm-up',
      findings: [{ kind: 'unstable-warm-up', line: 7, source: expect.stringContaining('volume.value()') }],
    })
    expect(await check('--script', file, '--seed', '3', '--json')).toEqual(first)
  })

  it('exits with 1 and gives the reason when the script cannot be verified', async () => {
    const { status, stdout } = await check('--script', written('function onIntervalClose() {}'))
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Verdict +not-verified: The script placed no orders/m)
  })

  it('exits with 2 and one line for bad input', async () => {
    const good = written('function onIntervalClose() { buy({ quantity: 1 }) }')
    const cases: [string[], RegExp][] = [
      [['--script', join(dir, 'none.js')], /no such file/],
      [['--script', good, '--interval', 'M7'], /--interval M7 is not one of/],
      [['--script', good, '--seed', 'x'], /--seed x/],
      [['--script', good, '--set', 'a=1'], /--set: The script has no external a$/m],
      [['--script', good, '--from', '2024-01-01'], /--from requires/],
      [['--script', good, '--instrument', 'EURUSD:NOWHERE'], /No market data/],
      [['--script', good, '--file', join(dir, 'none.csv')], /--format/],
    ]
    for (const [args, text] of cases) {
      const { status, stderr, stdout } = await check(...args)
      expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(text)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    const throwing = await check('--script', written('function onIntervalClose() {\n  throw new Error("mine")\n}'))
    expect(throwing).toMatchObject({ status: 2, stderr: expect.stringMatching(/script\.js:2:\d+: mine/) })
  })

  it.skipIf(!existsSync(REAL_FILE))('checks on files', { tags: ['full'] }, async () => {
    const script = join(SAMPLES, 'unbiased', 'average-cross.js')
    const { status, stdout } = await check('--script', script, '--file', REAL_FILE, '--format', 'mt5')
    expect(stdout).toMatch(/^Sample +EURUSD:FILE, 2024-02-\d+ to 2024-02-28, M15/m)
    expect(status).toBe(0)
  })
})
