import { join, resolve } from 'node:path'

import { availablePeers } from './peers/available-peers.ts'
import { buildLoop } from './native/build-loop.ts'
import { contest, type Contestant, type Standing } from './contest.ts'
import type { EngineResult, EngineTask } from './contestants/engine.ts'
import type { Row, Table } from './measure.ts'
import { type PlainMarket, plainTicks, plainYear } from './plain-market.ts'

/** One task that all engines perform under the same rules, without costs. */
interface Workload {
  readonly key: string
  readonly title: string
  readonly market: (folder: string) => Promise<PlainMarket>
  readonly script: string
  /** Stop of 20 and target of 40 pips; null if the C loop has no such task. */
  readonly hasBrackets: boolean | null
  /** Peers in other languages only implement the plain cross of averages. */
  readonly hasPeers: boolean
  readonly rounds: number
  /** Runs before the measured ones, until V8 has compiled what they use. The first of all is measured, too. */
  readonly warmUps: number
}

const SIDES = (orders: string): string => `
const fast = indicators.SMA('M1', 11)
const slow = indicators.SMA('M1', 31)
let last = 0
function onIntervalClose(bar) {
  if (!slow.ready) return
  const difference = fast.value() - slow.value()
  const side = difference > 1e-8 ? 1 : difference < -1e-8 ? -1 : 0
  if (side === 0 || side === last) return
  last = side
  closeAll()
  if (side === 1) buy({ ${orders} })
  else sell({ ${orders} })
}`
const CROSS = SIDES('quantity: 10000')
const BRACKETS = SIDES('quantity: 10000, stopLossPips: 20, takeProfitPips: 40')
const TRAILING = SIDES('quantity: 10000, trailingStopPips: 15')
const ON_TICK = `${CROSS}
let sum = 0
function onTick(tick) { sum += tick.bid }`

const YEAR = (folder: string): Promise<PlainMarket> => plainYear(folder, 'calm')
const VOLATILE_YEAR = (folder: string): Promise<PlainMarket> => plainYear(folder, 'volatile')
const TICKS = (folder: string): Promise<PlainMarket> => plainTicks(folder, 2_000_000)
const MANY_TICKS = (folder: string): Promise<PlainMarket> => plainTicks(folder, 20_000_000)

const WORKLOADS: readonly Workload[] = [
  workload('W0', 'a year of minutes, a handler that does nothing', YEAR, 'function onIntervalClose(bar) {}', null),
  { ...workload('W1', 'a year of minutes, moving average cross', YEAR, CROSS, false), hasPeers: true },
  workload('W2', 'a volatile year of minutes, cross with stop and target', VOLATILE_YEAR, BRACKETS, true),
  workload('W3', 'two million ticks, cross with stop and target', TICKS, BRACKETS, true),
  workload('W4', 'the same ticks, with onTick', TICKS, ON_TICK, null),
  workload('W5', 'the same ticks, trailing stops', TICKS, TRAILING, null),
  workload('W7', 'a volatile year of minutes, trailing stops', VOLATILE_YEAR, TRAILING, null),
  {
    ...workload('W6', 'twenty million ticks, cross with stop and target', MANY_TICKS, BRACKETS, true),
    rounds: 5,
    warmUps: 5,
  },
]

/**
 * Engines against the same task as a C loop, if there is a compiler, and against Python peers, if they are installed.
 */
export async function workloads(folder: string): Promise<Table[]> {
  const loop = buildLoop(folder)
  const peers = availablePeers()
  const tables: Table[] = []
  for (const one of WORKLOADS) tables.push(await measure(one, folder, loop, peers))
  return tables
}

function workload(
  key: string,
  title: string,
  market: Workload['market'],
  script: string,
  hasBrackets: boolean | null,
): Workload {
  return { key, title, market, script, hasBrackets, hasPeers: false, rounds: 7, warmUps: 10 }
}

async function measure(
  { key, title, market: make, script, hasBrackets, hasPeers, rounds, warmUps }: Workload,
  folder: string,
  loop: string | null,
  peers: readonly (readonly [name: string, command: readonly [string, ...string[]]])[],
): Promise<Table> {
  const { market, kind, path } = await make(folder)
  const task: EngineTask = { market, script, part: 'run', warmUps }
  const entrants: Contestant[] = [
    { name: 'engine', module: 'engine.ts', task },
    { name: 'its result', module: 'engine.ts', task: { ...task, part: 'result' } },
  ]
  const against = process.env['TRADELOOM_BENCH_AGAINST']
  if (against) entrants.push({ name: 'engine of the other checkout', command: contestantOf(against, task) })
  if (loop !== null && hasBrackets !== null)
    entrants.push({ name: 'C loop', command: [loop, path, kind, hasBrackets ? '1' : '0'] })
  const standings = await contest(entrants, rounds)
  // Each of them takes as long as all of our rounds.
  if (hasPeers)
    for (const [name, command] of peers) standings.push(...(await contest([{ name, command: [...command, path] }], 2)))
  const [engine] = standings as [Standing, ...Standing[]]
  return {
    title: `${key}: ${title}, ${market.file.rows} rows`,
    rows: standings.map((standing) => row(standing, engine)),
  }
}

/** The engine of another checkout, as that checkout measures it. */
function contestantOf(checkout: string, task: EngineTask): readonly [string, ...string[]] {
  const entry = join(resolve(checkout), 'tests/bench/contestant.ts')
  return [process.execPath, '--disable-warning=ExperimentalWarning', entry, 'engine.ts', JSON.stringify(task)]
}

function row({ name, ms, firstMs, result, peakMb }: Standing, engine: Standing): Row {
  const { positions, profit } = result as EngineResult
  return {
    what: name,
    ms,
    ratio: ms / engine.ms,
    note: `first ${firstMs.toFixed(0)} ms (${(firstMs / engine.firstMs).toFixed(2)} x), ${peakMb.toFixed(0)} MB, ${positions} positions, profit ${profit.toFixed(2)}`,
  }
}
