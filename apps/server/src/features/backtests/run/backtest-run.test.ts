import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@tradeloom/database'
import { defaultModels } from '@tradeloom/domain'
import { type MarketStore, openMarketStore } from '@tradeloom/market-data'
import type { LiveNumbers, RunOutcome, RunRequest } from '@tradeloom/sandbox'
import { putWaveMarket, TEST_MARKET } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEnd, TakenRun } from '../backtests.repository.ts'
import { BacktestRun, type BacktestRunDeps } from './backtest-run.ts'

const REPLACED: RunOutcome = { status: 'failed', error: { message: 'another file' }, isDataReplaced: true }
const LOST: RunOutcome = { status: 'failed', error: { message: 'killed' } }
const MISTAKE: RunOutcome = { status: 'errored', kind: 'script', error: { message: 'a mistake' }, log: [] }

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-backtest-run-'))
let store: MarketStore
beforeAll(async () => {
  store = openMarketStore(folder)
  await putWaveMarket(store)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Performs a run whose runners give these outcomes, one after the other, each after it has reported progress so many times.
 * Its lease holds for so many changes.
 */
async function perform(outcomes: readonly RunOutcome[], { changes = Infinity, reports = 0 } = {}) {
  const left = [...outcomes]
  const ends: RunEnd[] = []
  let attempts = 0
  let requeued = 0
  let changed = 0
  const shown: string[] = []
  const repository = {
    countIn: async () => void shown.push('counted'),
    saveProgress: async () => true,
    record: async () => null,
    takeIn: async () => takenRun(++attempts),
    requeueIn: async () => void requeued++,
    finishIn: async (_: unknown, __: string, end: RunEnd) => void ends.push(end),
  }
  const deps = {
    repository,
    pool: {
      run: async ({ onProgress }: RunRequest) => {
        for (let report = 0; report < reports; report++) {
          onProgress?.({ progress: report / reports, live: LIVE })
          await new Promise(setImmediate)
        }
        return left.shift()
      },
    },
    store,
    bus: {
      serve: () => ({ unsubscribe: () => undefined }),
      publish: (_: string, { event }: { readonly event: string }) => void (event === 'progress' && shown.push(event)),
    },
    disk: { lack: async () => null },
    units: { tell: async () => undefined },
    logger: silentLogger,
  } as unknown as BacktestRunDeps
  const lease = new AbortController()
  const change = async (work: (tx: never) => Promise<void>): Promise<boolean> => {
    changed += 1
    if (changed > changes) lease.abort()
    else await work(undefined as never)
    return changed <= changes
  }
  const job = { id: 'run', tenant: 'ann', data: {}, signal: lease.signal, end: change, change }
  await new BacktestRun(job, deps).perform()
  const [end] = ends
  return { status: end?.status, isOurFault: end?.isOurFault, attempts, requeued, left: left.length, shown, end }
}

const LIVE: LiveNumbers = {
  time: 0,
  bid: 1.1,
  ask: 1.1,
  equity: 10_400,
  balance: 10_000,
  openPositions: 0,
  closedPositions: 0,
  positions: [],
}

function takenRun(attempts: number): TakenRun {
  const row: Partial<TakenRun> = {
    id: 'run',
    userId: 'ann',
    attempts,
    indicators: [],
    instrumentId: TEST_MARKET.id,
    start: new Date(TEST_MARKET.start),
    end: new Date(TEST_MARKET.end),
    createdAt: new Date(),
    interval: 'H1',
    resolution: 1,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    markets: [],
    externals: {},
    declared: [],
    models: defaultModels(),
    tables: null,
    fullTables: { spreadByHour: null, fundingRates: null, swapRates: null },
    script: '',
    scriptHash: '',
    seed: 1,
  }
  return row as TakenRun
}

describe('a run whose data file was replaced before it was read', () => {
  it('looks the data up again, which does not count as an attempt', async () => {
    expect(await perform([REPLACED, REPLACED, MISTAKE])).toMatchObject({
      status: 'Errored',
      isOurFault: false,
      attempts: 1,
      requeued: 0,
      left: 0,
    })
  })

  it('still has both attempts when its runner is lost afterwards', async () => {
    expect(await perform([REPLACED, LOST, REPLACED, MISTAKE])).toMatchObject({
      status: 'Errored',
      isOurFault: false,
      attempts: 2,
      requeued: 1,
      left: 0,
    })
  })

  it('ends if that never stops', async () => {
    const outcomes = Array.from({ length: 20 }, () => REPLACED)
    expect(await perform(outcomes)).toMatchObject({
      status: 'Failed',
      isOurFault: true,
      attempts: 2,
      requeued: 1,
      left: 12,
    })
  })
})

describe('a run that another process has taken over', () => {
  it('is not taken by this one', async () => {
    expect(await perform([MISTAKE], { changes: 0 })).toMatchObject({ attempts: 0, requeued: 0, left: 1 })
  })

  it('is not queued again when this one loses its runner', async () => {
    expect(await perform([LOST, MISTAKE], { changes: 1 })).toMatchObject({ attempts: 1, requeued: 0, left: 1 })
  })

  it('is not ended by this one', async () => {
    expect(await perform([LOST, MISTAKE], { changes: 3 })).toMatchObject({ attempts: 2, requeued: 1, left: 0 })
  })
})

describe('a run that shows numbers while it is in progress', () => {
  it('is counted as a trial before the first of them, and once', async () => {
    const { shown } = await perform([LOST, MISTAKE], { reports: 4 })
    expect(shown.slice(0, 3)).toEqual(['counted', 'progress', 'progress'])
    expect(shown.filter((step) => step === 'counted')).toHaveLength(1)
  })

  it.each<[string, string, readonly RunOutcome[]]>([
    ['stopped by force', 'Stopped', [{ status: 'canceled' }]],
    ['lost twice', 'Failed', [LOST, LOST]],
  ])('stays counted when it is %s', async (_, status, outcomes) => {
    const { shown, end } = await perform(outcomes, { reports: 4 })
    expect(end).toMatchObject({ status, trial: null })
    expect(shown[0]).toBe('counted')
  })

  it('shows none of them if it cannot be counted', async () => {
    // The lease ends after the run was taken.
    const { shown } = await perform([MISTAKE], { reports: 4, changes: 1 })
    expect(shown).toEqual([])
  })
})

describe('a run that ends with an error', () => {
  it('is a trial without a Sharpe ratio', async () => {
    const { end } = await perform([MISTAKE])
    expect(end?.trial).toEqual({ count: 1, rated: 0, mean: 0, squares: 0 })
  })

  it('is no trial if its script was not given a price', async () => {
    const { end } = await perform([{ ...MISTAKE, isBeforePrices: true }])
    expect(end?.trial).toBeNull()
  })
})

describe('an error of a run', () => {
  it.each(['script', 'timeout', 'memory', 'result-too-large'] as const)('of kind %s is not our fault', async (kind) => {
    expect(await perform([{ ...MISTAKE, kind }])).toMatchObject({ status: 'Errored', isOurFault: false })
  })

  it('is our fault when the runner could not read its input', async () => {
    expect(await perform([{ ...MISTAKE, kind: 'input' }])).toMatchObject({ status: 'Errored', isOurFault: true })
  })
})
