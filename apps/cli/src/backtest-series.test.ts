import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KnownRevision } from '@tradeloom/domain'
import { type KnownGeneration, openKnownStore } from '@tradeloom/market-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const MINUTE = 60_000
const START = Date.UTC(2024, 0, 2)
const head = { code: 'FRED:CPIAUCSL', column: null, frequency: 'month', unit: null } as const
let dir = ''
let candles = ''

function revision(month: number, value: number, knownAt: number): KnownRevision {
  const [periodStart, periodEnd] = [Date.UTC(2023, month, 1), Date.UTC(2023, month + 1, 1)]
  return { periodStart, periodEnd, value, knownAt, vintage: null, quality: 'vintage' }
}

const first = [revision(9, 100, START - 999 * MINUTE), revision(10, 101, START + 3 * MINUTE)]

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-series-'))
  candles = join(dir, 'eurusd.csv')
  const rows = Array.from({ length: 8 }, (_, minute) => `2024-01-02 00:0${minute}:00,1.1,1.1,1.1,1.1`)
  writeFileSync(candles, `time,open,high,low,close\n${rows.join('\n')}\n`)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function backtest(source: string, ...more: string[]): Promise<Ended> {
  const script = join(dir, 'series.js')
  writeFileSync(script, source)
  const prices = ['--file', candles, '--format', 'csv', '--interval', 'M1', '--data', dir]
  return runInProcess(dir, ['backtest', '--script', script, ...prices, ...more])
}

const put = (rows: readonly KnownRevision[], isShared = true, code: string = head.code): Promise<KnownGeneration> =>
  openKnownStore(join(dir, 'market')).put({ ...head, code }, rows, isShared)
const reads = (code: string): string =>
  `const it = series('${code}')\nfunction onIntervalClose() { log(it.value, it.isNew) }`

interface Printed {
  readonly resultHash: string
  readonly warnings: readonly string[]
  readonly log: readonly { readonly message: string }[]
}

describe('tradeloom backtest of a script with series', () => {
  it('reads them from the store, each value from its known time on, whatever the store has received since', async () => {
    await put(first)
    const then = JSON.parse((await backtest(reads('FRED:CPIAUCSL'), '--json')).stdout) as Printed
    const [old, fresh, known] = ['100 false', '101 true', '101 false']
    expect(then.log.map(({ message }) => message)).toEqual([old, old, old, fresh, known, known, known, known])
    expect(then.warnings).toEqual([])
    const revised = [...first, revision(9, 90, START + 99 * MINUTE)]
    await put(revised)
    const today = JSON.parse((await backtest(reads('FRED:CPIAUCSL'), '--json')).stdout) as Printed
    expect(today).toEqual({ ...then, cpuMs: (today as unknown as { cpuMs: number }).cpuMs })
    await put(revised.map((one, row) => (row === 0 ? { ...one, quality: 'lagged' } : one)))
    const lagged = await backtest(reads('FRED:CPIAUCSL'))
    expect(lagged.stderr).toContain('Note: Series FRED:CPIAUCSL uses revised values')
  })

  it('refuses what is missing, private or not known yet, with its place in the script', async () => {
    await put(first.slice(1), true, 'FRED:LATE')
    await put(first, false, 'FRED:PRIVATE')
    const refused = async (code: string): Promise<string> => (await backtest(reads(code))).stderr
    expect(await refused('FRED:GDP')).toContain('series.js:1:12: Series FRED:GDP is not in the store of this computer')
    expect(await refused('FRED:PRIVATE')).toContain('was fetched with the key of a user of the server')
    expect(await refused('FRED:LATE')).toContain('Series FRED:LATE is known from 2024-01-02 only.')
    expect(await refused('gdp')).toContain(
      "series.js:1:19: 'gdp' is not a series: write PROVIDER:CODE, such as FRED:CPIAUCSL",
    )
  })
})
