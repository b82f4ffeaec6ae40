import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SHARED = join(ROOT, '..', 'shared')
const hasRealData = existsSync(join(SHARED, 'data'))
if (!hasRealData) console.warn('../shared/data is absent: runs on real data are skipped.')

let dir = ''
let script = ''
let candles = ''
const closes = [1.1, 1.1004, 1.1001, 1.1009, 1.1012, 1.1003, 1.0998, 1.1007]
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-terminal-runs-'))
  script = join(dir, 'buy.js')
  writeFileSync(
    script,
    `const externals = [{ name: 'units', defaultValue: 1000 }, 'late']
     let bars = 0
     function onIntervalClose() { bars++; if (bars === 2 + late) buy({ quantity: units }); log('bar', bars) }`,
  )
  candles = join(dir, 'eurusd.csv')
  const rows = closes.map((close, minute) => `2024-01-02 00:0${minute}:00,${close},${close},${close},${close}`)
  writeFileSync(candles, `time,open,high,low,close\n${rows.join('\n')}\n`)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function tradeloom(...args: string[]): Promise<Ended> {
  return runInProcess(dir, args)
}

const onFile = (): string[] => ['--file', candles, '--format', 'csv', '--interval', 'M1']
const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

describe('tradeloom backtest', () => {
  it('prints a single JSON object', async () => {
    const ended = await tradeloom(
      'backtest',
      '--script',
      script,
      ...onFile(),
      '--set',
      'late=1',
      '--set',
      'units=2000',
      '--json',
    )
    expect({ ...ended, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' })
    const { statistics, positions, log, warnings, resultHash } = json(ended.stdout)
    // The third bar closes at 00:03; the next price is that of the fourth bar.
    expect(positions).toMatchObject([{ direction: 'LONG', quantity: 2000, openPrice: 1.1009, status: 'OPEN' }])
    expect(statistics).toMatchObject({ openPositions: 1, closedPositions: 0, equity: 10_000 + 2000 * -0.0002 })
    expect(log).toHaveLength(closes.length)
    expect(warnings).toEqual([])
    expect(resultHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('prints a summary', async () => {
    const { status, stdout } = await tradeloom('backtest', '--script', script, ...onFile(), '--set', 'late=0')
    expect(status).toBe(0)
    expect(stdout).toMatch(/Open positions +1\n[^]*Result hash +[0-9a-f]{64}\n/)
  })

  it('says first that there was a margin call, and how far margin was used', async () => {
    // Bought at 1.1001: at 1.0998, equity is 9,865 and the used margin 450,000 x 1.0998 x 0.02 = 9,898.20. It is highest at
    // 1.1012, and half of it by equity at 1.0998.
    const large = ['--set', 'late=0', '--set', 'units=450000', '--commission', '0']
    const { stdout } = await tradeloom('backtest', '--script', script, ...onFile(), ...large)
    expect(stdout).toMatch(/^Account +1 margin call\n/)
    expect(stdout).toMatch(
      /\nLeverage +50:1\nMaximum used margin +9,910\.80\nUsed margin at the end +9,906\.30\nHighest closeout percent +50\.17 %\nMargin calls +1\nMargin closeouts +0\nOrders rejected for margin +0\n/,
    )
  })

  it('charges what a known broker charges, and says first where that is not known', async () => {
    const of = async (...more: string[]) =>
      (await tradeloom('backtest', '--script', script, ...onFile(), '--set', 'late=0', ...more)).stdout
    const feesOf = (stdout: string): string | undefined => /commission ([\d.]+)/.exec(stdout)?.[1]
    expect(await of()).toMatch(/^Fees +none: what FILE charges is unknown; give it with --commission\n/)
    expect(await of('--commission', '0')).not.toMatch(/^Fees/m)
    // 1,000 units at 1.1001 on one fill.
    const bitcoin = ['--set', 'units=1000']
    expect(feesOf(await of(...bitcoin, '--instrument', 'EURUSDT:BINANCE'))).toBe('1.10')
    expect(feesOf(await of(...bitcoin, '--instrument', 'EURUSDT:BITFINEX'))).toBe('2.20')
    expect(feesOf(await of(...bitcoin, '--instrument', 'BTCUSDT:SIM'))).toBe('0.55')
    expect(feesOf(await of(...bitcoin, '--instrument', 'BTCUSDT:SIM', '--commission', 'taker=1'))).toBe('11.00')
    for (const known of ['EURUSD:OANDA', 'EURUSD:FXCM', 'EURUSD:SIM']) {
      const stdout = await of('--instrument', known)
      expect(feesOf(stdout)).toBeUndefined()
      expect(stdout).not.toMatch(/^Fees/m)
    }
  })

  it('adds every metric and the breakdowns to the summary with --full', async () => {
    const run = ['backtest', '--script', script, ...onFile(), '--set', 'late=0']
    const [brief, full] = [await tradeloom(...run), await tradeloom(...run, '--full')]
    expect(full.status).toBe(0)
    expect(full.stdout.startsWith(brief.stdout)).toBe(true)
    expect(brief.stdout).not.toMatch(/95 % interval/)
    const more = full.stdout.slice(brief.stdout.length)
    expect(more).toMatch(/RETURN +value +n +95 % interval\nProfit +0\.60 +1 +few trades\n/)
    expect(more).toMatch(/BY MONTH +profit +return\n2024-01 +0\.60 +0\.01 % +partial\n/)
    expect(more).toMatch(/\nDRAWDOWNS +trough +recovery +depth +in money\n/)
  })

  it('includes the whole day of a date without a time', async () => {
    const ticks = async (...period: string[]) =>
      json(
        (await tradeloom('backtest', '--script', script, ...onFile(), '--set', 'late=0', ...period, '--json')).stdout,
      )['ticks']
    expect(await ticks('--from', '2024-01-02', '--to', '2024-01-02')).toBe(4 * closes.length)
    expect(await ticks('--from', '2024-01-02', '--to', '2024-01-02T00:03:00Z')).toBe(4 * 3)
  })

  it.each([
    ['an external without a value', [], /external late has no default value/],
    [
      'an external that the script does not declare',
      ['--set', 'late=1', '--set', 'quick=3'],
      /--set: The script has no external quick/,
    ],
    ['an external that is not a number', ['--set', 'late=soon'], /--set late=soon is not name=number/],
    ['an unknown interval', ['--set', 'late=1', '--interval', 'M3'], /--interval M3 is not one of/],
    ['seconds from minutes', ['--set', 'late=1', '--interval', 'S5'], /needs --resolution tick/],
    ['ticks from minutes', ['--set', 'late=1', '--resolution', 'tick'], /the files contain M1 data/],
    ['a zero balance', ['--set', 'late=1', '--balance', '0'], /--balance 0 is not a number from 0.01 to/],
    [
      'an end before the start',
      ['--set', 'late=1', '--from', '2024-02-01', '--to', '2024-01-01'],
      /End cannot be before start!/,
    ],
    ['a malformed time', ['--set', 'late=1', '--from', 'yesterday'], /--from yesterday is not a time/],
    ['a period without prices', ['--set', 'late=1', '--from', '2025-01-01', '--to', '2025-02-01'], /no prices/],
    ['a malformed commission', ['--set', 'late=1', '--commission', 'lot=x'], /--commission lot x must be a number/],
    ['an unknown side', ['--set', 'late=1', '--prices', 'best'], /--prices best is not one of both, bid, ask, mid/],
  ])('exits with status 1 and one line for %s', async (_name, options, message) => {
    const { status, stdout, stderr } = await tradeloom(
      'backtest',
      '--script',
      script,
      ...onFile(),
      ...options,
      '--json',
    )
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 })
    expect(stderr).toMatch(message)
  })

  it.each([
    ['a missing file', ['--script', 'nowhere.js'], /nowhere\.js: no such file/],
    [
      'data that was never imported',
      ['--script', 'SCRIPT', '--instrument', 'EURUSD:NONE'],
      /No market data for EURUSD:NONE/,
    ],
    ['no data at all', ['--script', 'SCRIPT'], /Pass --instrument SYMBOL:BROKER, or --file/],
    ['a malformed id', ['--script', 'SCRIPT', '--instrument', '../etc'], /must have the form|not of the form/],
  ])('exits with status 1 and one line for %s', async (_name, options, message) => {
    const args = options.map((option) => (option === 'SCRIPT' ? script : option))
    const { status, stderr } = await tradeloom('backtest', ...args)
    expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, lines: 1 })
    expect(stderr).toMatch(message)
  })

  it('names line and column of a syntax error and of an error at run time', async () => {
    const broken = join(dir, 'broken.js')
    writeFileSync(broken, 'function onTick(tick) {\n  const = 1\n}\n')
    expect((await tradeloom('backtest', '--script', broken, ...onFile())).stderr).toMatch(/broken\.js:2:9: /)
    writeFileSync(broken, 'function onTick(tick) {\n  tick.time.nothing.there\n}\n')
    expect((await tradeloom('backtest', '--script', broken, ...onFile())).stderr).toMatch(
      /broken\.js:2:\d+: .*undefined/,
    )
  })

  it.skipIf(!hasRealData)('reproduces the figures on which two independent engines agree', async () => {
    const gbpusd = (side: string) => join(SHARED, `data/fx/gbpusd-m1-fxcm/gbpusd-m1-${side}-2012.csv`)
    const files = ['--file', gbpusd('bid'), '--file', gbpusd('ask'), '--format', 'fxcm', '--instrument', 'GBPUSD:FXCM']
    const options = ['--script', join(SHARED, 'design/examples/sma-cross.js'), '--prices', 'bid', '--interval', 'M1']
    const settings = ['--set', 'fast=11', '--set', 'slow=31', '--balance', '1000000', '--json']
    const straight = json((await tradeloom('backtest', ...options, ...files, ...settings)).stdout)
    expect(straight['statistics']).toMatchObject({ closedPositions: 1200, openPositions: 1, equity: 998_933 })
    expect((await tradeloom('import', ...files, '--json')).status).toBe(0)
    const imported = json((await tradeloom('backtest', ...options, '--instrument', 'GBPUSD:FXCM', ...settings)).stdout)
    expect(imported['resultHash']).toBe(straight['resultHash'])
  })
})

describe('tradeloom indicator', () => {
  it('prints times and values, null during warm-up', async () => {
    const { status, stdout, stderr } = await tradeloom(
      'indicator',
      '--key',
      'SMA',
      '--args',
      '3',
      ...onFile(),
      '--json',
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { times, outputs } = json(stdout) as { times: number[]; outputs: { value: (number | null)[] } }
    expect(times[0]).toBe(Date.UTC(2024, 0, 2))
    const wanted = closes.map((close, at) =>
      at < 2 ? null : (close + (closes[at - 1] ?? 0) + (closes[at - 2] ?? 0)) / 3,
    )
    expect(outputs.value.map((value) => value?.toFixed(12) ?? null)).toEqual(
      wanted.map((value) => value?.toFixed(12) ?? null),
    )
  })

  it('accepts parameters separated by commas or spaces, and names every output', async () => {
    const run = async (...args: string[]) =>
      (await tradeloom('indicator', ...onFile(), '--key', 'MACD', '--args', ...args, '--json')).stdout
    expect(await run('2,3,2')).toBe(await run('2', '3', '2'))
    expect(Object.keys((json(await run('2,3,2')) as { outputs: object }).outputs)).toEqual([
      'macd',
      'signal',
      'histogram',
    ])
  })

  it.each([
    ['an unknown key', ['--key', 'NONE'], /--key NONE is not one of/],
    ['an argument that is not a number', ['--key', 'SMA', '--args', 'x'], /x is not a number/],
    ['an argument that the indicator rejects', ['--key', 'SMA', '--args', '0'], /must be a whole number/],
    ['too many arguments', ['--key', 'SMA', '--args', '3,4'], /at most 1 argument/],
    ['an interval finer than the data', ['--key', 'SMA', '--interval', 'S5'], /cannot be built from the M1 data/],
  ])('exits with status 1 and one line for %s', async (_name, options, message) => {
    const { status, stdout, stderr } = await tradeloom('indicator', ...onFile(), ...options, '--json')
    expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 })
    expect(stderr).toMatch(message)
  })
})
