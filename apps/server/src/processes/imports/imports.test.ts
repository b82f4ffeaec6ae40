import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  IMPORT_LIMITS,
  type ImportJob,
  type ImportProgress,
  type ImportReport,
  openMarketStore,
  readReceipt,
} from '@tradeloom/market-data'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProcessEnded } from '../../platform/processes/process-ended.ts'
import type { ProcessLimits } from '../../platform/processes/process-definition.ts'
import { type AskOptions, RequestProcess } from '../../platform/processes/request-process.ts'
import { imports } from './imports.process.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-imports-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const START = Date.UTC(2024, 0, 2)

function minutes(rows: number): string {
  const line = (_: unknown, row: number): string =>
    `${new Date(START + row * 60_000).toISOString()},1.1,1.2,1.0,1.${row % 10},${row}\n`
  return `time,open,high,low,close,volume\n${Array.from({ length: rows }, line).join('')}`
}

function job(text: string | Uint8Array, name = 'data.csv'): ImportJob {
  const path = join(dir, name)
  writeFileSync(path, text)
  const marketDir = join(dir, 'market')
  return {
    marketDir,
    owner: 'user-1',
    quotaBytes: null,
    receiptId: 'one',
    files: [path],
    format: 'csv',
    instrument: 'EURUSD:TEST',
  }
}

interface RunOptions extends AskOptions<ImportProgress> {
  readonly limits?: Partial<ProcessLimits>
}

const run = (one: ImportJob, { limits, ...more }: RunOptions = {}): Promise<ImportReport> =>
  new RequestProcess({ ...imports, limits: { ...imports.limits, ...limits } }).ask(() => one, more)

/** Those of the import processes of this one. */
function priorities(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter(isImport).map((pid) => getPriority(Number(pid)))
}

function isImport(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('processes/imports/main')
  } catch {
    // A child of another test has just ended.
    return false
  }
}

const isThere = async (): Promise<boolean> =>
  (await openMarketStore(join(dir, 'market')).forOwner('user-1').instrument('EURUSD:TEST')) !== null

describe('an import in its own process', () => {
  it('reports progress and stores its report with the data', async () => {
    const one = job(minutes(2000))
    const phases = new Set<string>()
    const report = await run(one, { onProgress: ({ phase }) => phases.add(phase) })
    expect(report).toMatchObject({ rows: 2000, imported: 2000 })
    expect([...phases]).toEqual(['reading', 'checking', 'writing', 'done'])
    const store = openMarketStore(one.marketDir)
    expect((await store.forOwner('user-1').instrument('EURUSD:TEST'))?.series[0]?.rows).toBe(2000)
    expect(await store.instrument('EURUSD:TEST')).toBeNull()
    const receipt = await readReceipt(join(one.marketDir, '.private/user-1'), 'EURUSD:TEST', 'one')
    const { months, rows } = report
    expect(JSON.parse(receipt ?? '')).toMatchObject({ months, rows })
  })

  it.each([
    { yields: true, priority: 10 },
    { yields: false, priority: getPriority() },
  ])('has a lower priority than requests if it is to yield: $yields', async ({ yields, priority }) => {
    const seen = new Set<number>()
    const onProgress = (): void => {
      for (const one of priorities()) seen.add(one)
    }
    await run(job(minutes(10)), { yields, onProgress })
    expect([...seen]).toEqual([priority])
  })

  it('reports what is wrong with the files', async () => {
    await expect(run(job('time,open\n1,2\n'))).rejects.toThrow(/data\.csv line 1: no column for/)
  })

  it('enforces the quota of its owner', async () => {
    await expect(run({ ...job(minutes(2000)), quotaBytes: 1000 })).rejects.toThrow(
      /Your market data uses 0 MB of your 0 MB quota/,
    )
    expect(await isThere()).toBe(false)
  })

  it.each<[string, Partial<ProcessLimits>, string]>([
    ['that uses too much memory', { residentBytes: 30 * 1024 ** 2 }, 'resident'],
    ['that is silent for too long', { silenceMs: 1 }, 'silence'],
  ])('an import %s is ended without storing anything', async (_, limits, reason) => {
    const ended = await run(job(minutes(100_000)), { limits }).catch((error: unknown) => error)
    expect(ended).toBeInstanceOf(ProcessEnded)
    expect(ended).toMatchObject({ reason })
    expect(await isThere()).toBe(false)
  })

  it('ends with the server, whatever it is doing', { tags: ['full'] }, async () => {
    const stopping = new AbortController()
    const stopped = run(job(minutes(100_000)), { signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(stopped).rejects.toThrow(/abort/i)
    expect(await isThere()).toBe(false)
  })

  it('refuses a text that unpacks to far more than its size, while the server stays responsive', async () => {
    // 17 MB from 50 kB; the archive in the field unpacked from 1.8 MB to 735 MB.
    const line = '2024-01-02T00:00:00Z,1.1,1.2,1.0,1.1,0\n'
    const packed = gzipSync(`time,open,high,low,close,volume\n${line.repeat(450_000)}`)
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    const started = performance.now()
    const limits = { ...IMPORT_LIMITS, ratioFrom: 4 * 1024 ** 2 }
    await expect(run({ ...job(packed, 'data.csv.gz'), limits })).rejects.toThrow(
      /more than 100 times as large unpacked as packed/,
    )
    clearInterval(timer)
    expect(ticks).toBeGreaterThan((performance.now() - started) / 100)
  })
})
