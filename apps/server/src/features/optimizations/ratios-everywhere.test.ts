import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BacktestDetail, Optimization, OptimizationColumns, OptimizationLuck } from '@tradeloom/contracts'
import { unpackOptimizationRows } from '@tradeloom/contracts'
import { BAR_COLUMNS, createRandom, isMarketOpen } from '@tradeloom/domain'
import { resolveInstrument } from '@tradeloom/market-data'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  create,
  even,
  fullBacktest,
  saveScript,
  type SavedVersion,
  settingsOf,
  untilEnded,
} from './optimizations.fixture.ts'
import { marketOf } from '../../testing/private-data.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const TRADELOOM = join(import.meta.dirname, '..', '..', '..', '..', '..', 'bin', 'tradeloom')
const HOUR = 3_600_000
const ID = 'EURUSD:RATIOS'
/** A Sunday: its evening belongs to Monday. */
const START = Date.UTC(2024, 0, 7)
/** The midnight after a Sunday whose evening has prices, too: the last day is the Monday that the run does not reach. */
const END = Date.UTC(2024, 2, 18)
/** Mondays to Fridays of ten weeks, and the Monday after the last of them. */
const DAYS = 51
const OBJECTIVES = ['sharpeDaily', 'sortinoDaily', 'probabilisticSharpe'] as const
/** A position of a few hours every now and then. */
const SCRIPT = `const externals = [{ name: 'rest', defaultValue: 30 }, { name: 'hold', defaultValue: 3 }]
let hours = 0
function onIntervalClose() {
  hours++
  if (hours % rest === 0) hours % (2 * rest) === 0 ? buy({ quantity: 20000 }) : sell({ quantity: 20000 })
  if (hours % rest === hold) closeAll()
}`

let database: TestDatabase
let server: TestServer
let folder: string
let ann: HttpClient
let version: SavedVersion
let optimization: Optimization

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-ratios-'))
  writeFileSync(join(folder, 'script.js'), SCRIPT)
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  await putHours()
  version = await saveScript(ann, SCRIPT)
  const objectives = OBJECTIVES.map((metric) => ({ metric, better: 'higher' as const }))
  const externalsSettings = [even('rest', 20, 35, 4), even('hold', 2, 4, 3)]
  const queued = await create(ann, settingsOf(version, { ...RUN, objectives, externalsSettings }))
  optimization = await untilEnded(ann, queued.id)
  expect(optimization).toMatchObject({ status: 'Completed', done: 12, daysPerYear: 260 })
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const RUN = {
  instrumentId: ID,
  start: new Date(START).toISOString(),
  end: new Date(END).toISOString(),
  interval: 'H1',
} as const

/** A random walk in the hours of forex. */
async function putHours(): Promise<void> {
  const random = createRandom(11)
  const rows: number[][] = []
  for (let time = START, price = 1.1; time < END; time += HOUR) {
    if (!isMarketOpen('forex', time, [])) continue
    const close = Math.round((price + (random() - 0.49) / 250) * 1e5) / 1e5
    const bid = [price, Math.max(price, close), Math.min(price, close), close]
    rows.push([time, ...bid, ...bid.map((one) => Math.round((one + 0.0001) * 1e5) / 1e5), 60])
    price = close
  }
  const columns = BAR_COLUMNS.map((_, column) => Float64Array.from(rows, (row) => row[column] as number))
  const table = { key: { interval: 'H1', price: 'quote' }, rows: rows.length, columns } as const
  const coverage = [{ first: START, last: END }]
  await marketOf(server).put({ instrument: resolveInstrument(ID), source: 'both', coverage, table })
}

interface Ratios {
  readonly sharpe: number
  readonly sortino: number
  readonly probabilistic: number
  readonly deflated: number
}

/** The formulas, written again: from equity at the ends of days, and from what all trials earned. */
function plainRatios(
  equity: readonly number[],
  trials: readonly (readonly number[])[],
  before = 10_000,
  areGrouped = false,
): Ratios {
  const returns = returnsOf(equity, before)
  const { n, mean, deviation } = statisticsOf(returns)
  const sharpe = (mean - 0.02 / 260) / deviation
  const below = returns.reduce((sum, value) => sum + Math.min(0, value - 0.05 / 260) ** 2, 0)
  const central = (power: number) => returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / n
  const [skewness, kurtosis] = [central(3) / central(2) ** 1.5, central(4) / central(2) ** 2]
  const error = Math.sqrt((1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2) / (n - 1))
  const luckiest = trials.length < 2 ? 0 : luckiestOf(trials, areGrouped) / Math.sqrt(n - 1)
  return {
    sharpe,
    sortino: (mean - 0.05 / 260) / Math.sqrt(below / n),
    probabilistic: normal((sharpe - 1 / Math.sqrt(260)) / error),
    deflated: normal((sharpe - luckiest) / error),
  }
}

/**
 * The best of so many values of the normal distribution that vary as much as what the trials earned; among an optimization's
 * figures of luck as much as the means of groups of them that earned alike, if these are at least ten and vary more.
 */
function luckiestOf(trials: readonly (readonly number[])[], areGrouped: boolean): number {
  const returns = trials.map((equity) => returnsOf(equity))
  const z = returns.map((one) => {
    const { n, mean, deviation } = statisticsOf(one)
    return (mean / deviation) * Math.sqrt(n - 1)
  })
  const [best, next] = [quantile(1 - 1 / z.length), quantile(1 - 1 / (z.length * Math.E))]
  const groupings = (areGrouped ? [0.99, 0.95, 0.9] : []).map((alike) => groupsOf(returns, alike))
  const means = groupings
    .filter((groups) => groups.length >= 10)
    .map((groups) => groups.map((group) => group.reduce((sum, at) => sum + (z[at] as number), 0) / group.length))
  const widest = Math.max(...[z, ...means].map((values) => statisticsOf(values).deviation))
  return widest * (0.4227843350984671 * best + 0.5772156649015329 * next)
}

/** Indexes of those whose returns correlate that much with the first of their group. */
function groupsOf(returns: readonly (readonly number[])[], alike: number): number[][] {
  const groups: number[][] = []
  for (const [at, one] of returns.entries()) {
    const group = groups.find(([first = 0]) => correlationOf(returns[first] as readonly number[], one) >= alike)
    if (group) group.push(at)
    else groups.push([at])
  }
  return groups
}

function correlationOf(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [statisticsOf(one), statisticsOf(other)]
  const products = one.reduce((sum, value, at) => sum + (value - a.mean) * ((other[at] as number) - b.mean), 0)
  return products / ((a.n - 1) * a.deviation * b.deviation)
}

function returnsOf(equity: readonly number[], before = 10_000): number[] {
  return equity.map((value, day) => value / (equity[day - 1] ?? before) - 1)
}

function statisticsOf(values: readonly number[]) {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  return { n, mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)) }
}

/** The integral of the normal density, by Simpson's rule. */
function normal(z: number): number {
  const [steps, from] = [20_000, -12]
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const width = (z - from) / steps
  let sum = density(from) + density(z)
  for (let step = 1; step < steps; step++) sum += (step % 2 === 0 ? 2 : 4) * density(from + step * width)
  return (sum * width) / 3
}

function quantile(share: number): number {
  let [low, high] = [-9, 9]
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2
    if (normal(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const reportOf = async (id: string) => (await ann.get(`/api/backtest/${id}/report?format=json`)).json
const detailOf = async (id: string): Promise<BacktestDetail> => (await ann.get(`/api/backtest/${id}`)).json
const luckOf = async (): Promise<OptimizationLuck> =>
  (await ann.until(`/api/optimisation/${optimization.id}/luck`, ({ state }: OptimizationLuck) => state === 'ready'))
    .json

async function rows() {
  const address = `/public-api/optimisation/${optimization.id}/results?after=0&limit=500`
  const { json }: { json: OptimizationColumns } = await ann.get(address)
  return unpackOptimizationRows(json, 2)
}

function ratiosOf(metrics: BacktestDetail['metrics']): Ratios {
  const value = (key: string) => metrics.find((metric) => metric.key === key)?.value as number
  return {
    sharpe: value('sharpeDaily'),
    sortino: value('sortinoDaily'),
    probabilistic: value('probabilisticSharpe'),
    deflated: value('deflatedSharpe'),
  }
}

function expectSame(found: Partial<Ratios>, wanted: Ratios): void {
  for (const [name, value] of Object.entries(found)) {
    expect(Math.abs((value as number) - wanted[name as keyof Ratios]), name).toBeLessThan(1e-9)
  }
}

function terminal(...args: string[]) {
  const ended = spawnSync(TRADELOOM, args, { encoding: 'utf8', cwd: folder })
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(ended.stdout)
}

const terminalRun = () => {
  const period = ['--from', RUN.start, '--to', RUN.end, '--interval', RUN.interval]
  return ['--script', 'script.js', '--instrument', ID, ...period, '--data', server.dataDir, '--json']
}

describe('the ratios of one run', () => {
  it('are the same in rows of an optimization, among its figures of luck, in the full backtest and in its reports', async () => {
    const columns = await rows()
    const equities: number[][] = []
    for (let index = 0; index < 12; index++) {
      const { id } = await fullBacktest(ann, optimization.id, index)
      const { dailyEquity } = await reportOf(id)
      expect(dailyEquity.time).toHaveLength(DAYS)
      expect(dailyEquity.time.every((end: number) => ![0, 6].includes(new Date(end - 1).getUTCDay()))).toBe(true)
      equities.push(dailyEquity.equity)
    }
    const luck = await luckOf()
    const best = luck.best?.index as number
    expect(luck).toMatchObject({ days: DAYS, distinctTrials: 12, lineageTrials: 12 })
    const row = columns.index.indexOf(best)
    const equity = equities[best] as number[]
    const wanted = plainRatios(equity, equities)
    const [sharpe, sortino, probabilistic] = columns.objectives.map((values) => values[row] as number)
    expectSame({ sharpe: sharpe!, sortino: sortino!, probabilistic: probabilistic! }, wanted)
    expectSame({ sharpe: columns.sharpe[row]! }, wanted)
    const { sharpe: ofLuck, probabilisticSharpe, deflatedSharpe } = luck.best!
    const grouped = plainRatios(equity, equities, 10_000, true)
    expectSame({ sharpe: ofLuck!, probabilistic: probabilisticSharpe!, deflated: deflatedSharpe! }, grouped)
    const { id } = await fullBacktest(ann, optimization.id, best)
    const { metrics, statistics } = await detailOf(id)
    expectSame(ratiosOf(metrics), wanted)
    expectSame({ sharpe: statistics!['sharpeDaily']!, sortino: statistics!['sortinoDaily']! }, wanted)
    expectSame(ratiosOf((await ann.get(`/api/backtest/${id}/metrics`)).json), wanted)
    expectSame(ratiosOf((await reportOf(id)).metrics), wanted)
    const rolling = (await ann.get(`/api/backtest/${id}/rolling?days=30`)).json
    const perDay = (values: number[]) => (values.at(-1) as number) / Math.sqrt(260)
    const last = plainRatios(equity.slice(-30), [], equity.at(-31))
    expectSame({ sharpe: perDay(rolling.sharpe), sortino: perDay(rolling.sortino) }, last)
    const { text: html } = await ann.get(`/api/backtest/${id}/report?format=html`)
    const shown = wanted.deflated.toLocaleString('en-US', { maximumSignificantDigits: 6 })
    expect(html).toContain(`<td>Deflated Sharpe ratio (probability), 12 trials</td><td>${shown}</td>`)
  })

  it('count a backtest of the lineage as one more trial everywhere, and nothing else changes', async () => {
    const best = (await luckOf()).best?.index as number
    const { id } = await fullBacktest(ann, optimization.id, best)
    const before = await detailOf(id)
    const queued = (await ann.post('/api/backtest', { ...version, ...RUN, externals: { rest: 50, hold: 9 } })).json
    await ann.until(`/api/backtest/${queued.id}`, ({ ended }: { ended: string | null }) => ended !== null)
    const luck = await luckOf()
    const after = await detailOf(id)
    const trialsOf = ({ metrics }: BacktestDetail) => metrics.find(({ key }) => key === 'deflatedSharpe')?.trials
    expect([trialsOf(before), trialsOf(after), luck.lineageTrials]).toEqual([12, 13, 13])
    expect(ratiosOf(after.metrics).deflated).not.toBe(ratiosOf(before.metrics).deflated)
    // Groups of alike trials, of which a backtest knows nothing, can only vary more.
    expect(luck.best!.deflatedSharpe!).toBeLessThanOrEqual(ratiosOf(after.metrics).deflated + 1e-9)
    const without = ({ metrics }: BacktestDetail) => metrics.filter(({ key }) => key !== 'deflatedSharpe')
    expect(without(after)).toEqual(without(before))
  })

  it('are the same in the terminal, from a run, a search and a file of equity', async () => {
    const best = (await luckOf()).best?.index as number
    const columns = await rows()
    const [rest, hold] = [20 + 5 * Math.floor(best / 3), 2 + (best % 3)]
    const single = terminal('backtest', ...terminalRun(), '--set', `rest=${rest}`, '--set', `hold=${hold}`)
    const alone = plainRatios(single.dailyEquity.equity, [])
    const ofTerminal = (metrics: Record<string, { value: number }>) =>
      ratiosOf(Object.entries(metrics).map(([key, metric]) => ({ key, ...metric })) as BacktestDetail['metrics'])
    expectSame(ofTerminal(single.metrics), alone)
    expectSame({ sharpe: columns.sharpe[columns.index.indexOf(best)]! }, alone)
    writeFileSync(join(folder, 'run.json'), JSON.stringify(single))
    expectSame(ofTerminal(terminal('metrics', '--equity', 'run.json', '--json').metrics), alone)
    const { id } = await fullBacktest(ann, optimization.id, best)
    writeFileSync(join(folder, 'days.csv'), (await ann.get(`/api/backtest/${id}/report?format=daily-equity-csv`)).text)
    expectSame(ofTerminal(terminal('metrics', '--equity', 'days.csv', '--json').metrics), alone)
    const ranges = ['--range', 'rest=20:35:4', '--range', 'hold=2:4:3', '--objective', ...OBJECTIVES]
    const { honesty, rows: printed } = terminal('optimize', ...terminalRun(), ...ranges)
    const { sharpe, probabilisticSharpe: probabilistic } = honesty
    expectSame({ sharpe, probabilistic }, alone)
    const { sharpeDaily, sortinoDaily: sortino } = printed[honesty.best].objectives
    expectSame({ sharpe: sharpeDaily, sortino }, alone)
    expect(honesty).toMatchObject({ best, perYear: 260, days: DAYS })
  })
})
