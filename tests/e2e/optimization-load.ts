// Runs a large optimization on a server of its own and prints what it costs: how long another user's single backtests
// wait beside it, backtests per second, and the memory of the server after every tenth.
// Usage: node tests/e2e/optimization-load.ts [--permutations 100000] [--days 1] [--backtests 20]
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type HttpClient, signUp } from '@tradeloom/testkit'
import { freePort, startServer } from './server-process.ts'
import { lastWholeMonth } from './slow-runs.ts'

interface Run {
  readonly started: string | null
  readonly ended: string | null
}

interface Search extends Run {
  readonly done: number
  readonly total: number
  readonly status: string
  readonly statusDetail: string
}

const DAY_MS = 86_400_000
const LOOK_MS = 100
const SCRIPT = `var externals = [{ name: "fast", defaultValue: 5 }, { name: "slow", defaultValue: 20 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: 30 }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, stopLossPips: 30 }) }
}`

const { values } = parseArgs({
  options: {
    permutations: { type: 'string', default: '100000' },
    days: { type: 'string', default: '1' },
    backtests: { type: 'string', default: '20' },
  },
})
const permutations = Number(values.permutations)
const data = mkdtempSync(join(tmpdir(), 'tradeloom-optimization-load-'))
// As root, runners read market data as another user.
chmodSync(data, 0o755)
const server = await startServer(data, await freePort(), { env: { TRADELOOM_REQUESTS_PER_MINUTE: '1000000' } })
try {
  const [ann, bob] = [await signUp(server.url, 'ann'), await signUp(server.url, 'bob')]
  const id = await optimize(ann)
  const ended = { is: false }
  const waits = waitsBeside(bob, ended)
  await watch(ann, id, ended)
  const all = (await waits).toSorted((a, b) => a - b)
  const inSeconds = (ms: number | undefined): string => `${((ms ?? 0) / 1000).toFixed(2)} s`
  console.log(
    `${all.length} single backtests beside it: median wait ${inSeconds(all[all.length >> 1])}, longest ${inSeconds(all.at(-1))}`,
  )
} finally {
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

async function settingsOf(user: HttpClient): Promise<object> {
  const { id } = (await user.post('/api/algorithms', { name: 'Cross' })).json
  const saved = await user.post(`/api/algorithms/${id}/versions`, { script: SCRIPT, message: 'Cross' })
  // From a Monday on, because there are no prices on weekends.
  const month = Date.parse(lastWholeMonth().start)
  const monday = month + ((8 - new Date(month).getUTCDay()) % 7) * DAY_MS
  const [start, end] = [monday, monday + Number(values.days) * DAY_MS].map((time) => new Date(time).toISOString())
  return { algorithmId: id, algorithmVersionId: saved.json.id, instrumentId: 'EURUSD:SIM', start, end, interval: 'M15' }
}

async function optimize(user: HttpClient): Promise<string> {
  const count = Math.min(1000, Math.round(Math.sqrt(permutations)))
  const externalsSettings = [
    { name: 'fast', start: 2, end: 20, count },
    { name: 'slow', start: 21, end: 60, count: Math.round(permutations / count) },
  ]
  const { status, text, json } = await user.post('/api/optimisation', {
    ...(await settingsOf(user)),
    externalsSettings,
  })
  if (status !== 200) throw new Error(text)
  return json.id
}

/** Milliseconds from the request of each single backtest to its start. */
async function waitsBeside(user: HttpClient, ended: { readonly is: boolean }): Promise<number[]> {
  const settings = await settingsOf(user)
  const waits: number[] = []
  while (waits.length < Number(values.backtests) && !ended.is) {
    await sleep(1000)
    const asked = Date.now()
    const { json } = await user.post('/api/backtest', settings)
    const { json: row }: { json: Run } = await user.until(
      `/api/backtest/${json.id}`,
      ({ ended: at }: Run) => at !== null,
    )
    waits.push(Date.parse(row.started ?? '') - asked)
  }
  return waits
}

/** Prints pace and memory after every tenth. */
async function watch(user: HttpClient, id: string, ended: { is: boolean }): Promise<void> {
  let tenth = 0
  const begin = performance.now()
  for (;;) {
    const row: Search = (await user.get(`/api/optimisation/${id}`)).json
    const isEnded = row.ended !== null
    while (tenth < 10 && row.done >= ((tenth + 1) * row.total) / 10) tenth += printed(row, begin)
    if (isEnded) {
      console.log(`${row.status} ${row.statusDetail} after ${((performance.now() - begin) / 1000).toFixed(0)} s`)
      break
    }
    await sleep(LOOK_MS)
  }
  ended.is = true
}

function printed({ done }: Search, begin: number): 1 {
  const seconds = (performance.now() - begin) / 1000
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  console.log(
    `${done} backtests: ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} a second, ${megabytes.toFixed(0)} MB`,
  )
  return 1
}
