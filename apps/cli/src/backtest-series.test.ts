import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KnownRevision } from '@tradeloom/domain'
import { type KnownGeneration, openPointInTimeStore } from '@tradeloom/market-data'
import { findFake, startSourceLab } from '@tradeloom/venue-lab/sources'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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
  openPointInTimeStore(join(dir, 'market')).put({ ...head, code }, rows, isShared)
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
    expect(await refused('DBNOMICS:A/B/C')).toContain(
      'series.js:1:12: Series DBNOMICS:A/B/C is not in the store of this computer',
    )
    // What was fetched with the key of a user of the server is that user's.
    for (const code of ['FRED:PRIVATE', 'FRED:GDP'])
      expect(await refused(code)).toContain(`Series ${code} needs a key for FRED: set TRADELOOM_FRED_KEY to yours`)
    expect(await refused('FRED:LATE')).toContain('Series FRED:LATE has no values before 2024-01-02.')
    expect(await refused('gdp')).toContain(
      "series.js:1:19: 'gdp' is not a series: write PROVIDER:CODE, such as FRED:CPIAUCSL",
    )
  })

  it('fetches series of FRED with the key of whoever runs it, which no output repeats', async () => {
    const fake = await findFake('fred')
    const lab = await startSourceLab(fake)
    const [key = ''] = fake.keys
    vi.stubEnv('TRADELOOM_SOURCE_URLS', JSON.stringify({ fred: lab.url }))
    vi.stubEnv('TRADELOOM_FRED_KEY', key)
    try {
      for (const [day, value] of [
        ['2023-11-14', '100'],
        ['2024-01-02', '101.5'],
      ] as const)
        fake.publish?.('TERMINAL', '2023-10-01', day, value)
      // Revised on the day of the run, at 13:30 UTC: after its end.
      const known = await backtest(reads('FRED:TERMINAL'), '--json')
      expect(known.stderr).toBe('')
      const { log } = JSON.parse(known.stdout) as Printed
      expect(log.map(({ message }) => message)).toEqual(Array.from({ length: 8 }, () => '100 false'))
      expect(lab.requests.every(({ searchParams }) => searchParams.get('api_key') === key)).toBe(true)
      expect(known.stdout + known.stderr).not.toContain(key)
      const missing = await backtest(reads('FRED:NOSUCHSERIES'))
      expect(missing.stderr).toContain('series.js:1:12: FRED has no such dataset')
      const wrong = 'z'.repeat(32)
      vi.stubEnv('TRADELOOM_FRED_KEY', wrong)
      const refused = await backtest(reads('FRED:TERMINAL'))
      expect(refused.stderr).toContain('series.js:1:12: FRED does not accept the key')
      expect(refused.stderr).not.toContain(wrong)
    } finally {
      vi.unstubAllEnvs()
      await lab.stop()
    }
  })
})
