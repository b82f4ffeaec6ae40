import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpClient, signUp } from '@tradeloom/testkit'
import pg from 'pg'
import { lastWholeMonth } from '../slow-runs.ts'
import type { Member } from './cluster.ts'

const SCRIPT = `var externals = [{ name: "fast", defaultValue: 5 }, { name: "slow", defaultValue: 20 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
let sum = 0
function onIntervalClose() {
  for (let n = 0; n < 20000; n++) sum += Math.sqrt(n)
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: 30 }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, stopLossPips: 30 }) }
}`
const SETTINGS = [
  {
    strategy: 'exhaustive',
    externalsSettings: [
      { name: 'fast', start: 3, end: 12, count: 10 },
      { name: 'slow', start: 20, end: 56, count: 10 },
    ],
  },
  {
    strategy: 'genetic',
    generations: 6,
    noImprovementCount: 6,
    externalsSettings: [
      { name: 'fast', start: 2, end: 40, step: 1, decimalPlaces: 0 },
      { name: 'slow', start: 10, end: 90, step: 1, decimalPlaces: 0 },
    ],
  },
]
/** If no backtest ends for this long, something is stuck. */
const STANDSTILL_MS = 120_000

/** An exhaustive and a genetic optimization, and the rows that they gave when nothing disturbed them. */
export class Searches {
  readonly #user: HttpClient
  readonly #version: object
  readonly #client: pg.Client
  #expected: string[] = []

  static async open(server: Member, databaseUrl: string): Promise<Searches> {
    const user = await signUp(server.url, 'searcher')
    const { id } = (await user.post('/api/algorithms', { name: 'Cross' })).json
    const saved = await user.post(`/api/algorithms/${id}/versions`, { script: SCRIPT, message: 'Cross' })
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const searches = new Searches(user, { algorithmId: id, algorithmVersionId: saved.json.id }, client)
    const ids = await searches.start(server)
    const problems = await searches.problems(ids)
    if (problems.length > 0) throw new Error(problems.join('; '))
    searches.#expected = await Promise.all(ids.map((one) => searches.#rowsOf(one)))
    return searches
  }

  private constructor(user: HttpClient, version: object, client: pg.Client) {
    this.#user = user
    this.#version = version
    this.#client = client
  }

  /** Returns the ids of both. */
  async start(server: Member): Promise<string[]> {
    const ids: string[] = []
    for (const settings of SETTINGS) {
      const answer = await this.#user.at(server.url).post('/api/optimisation', {
        ...this.#version,
        instrumentId: 'EURUSD:SIM',
        ...lastWholeMonth(),
        interval: 'M15',
        seed: 42,
        ...settings,
      })
      if (answer.status !== 200) throw new Error(`An optimization was rejected: ${answer.text}`)
      ids.push(answer.json.id)
    }
    return ids
  }

  /** Waits for the end; one line for each that has not exactly the rows of the undisturbed one. */
  async problems(ids: readonly string[]): Promise<string[]> {
    const problems: string[] = []
    for (const [place, id] of ids.entries()) {
      const end = await this.#untilEnded(id)
      if (end !== 'Completed') problems.push(`optimization ${id} is ${end}`)
      else if (this.#expected.length > 0 && (await this.#rowsOf(id)) !== this.#expected[place]) {
        problems.push(`optimization ${id} has other rows than the undisturbed one`)
      }
    }
    return problems
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async #untilEnded(id: string): Promise<string> {
    let before = -1
    let changedAt = performance.now()
    for (;;) {
      const text = 'select status, status_detail as detail, done from optimizations where id = $1'
      const { status, detail, done } = (await this.#client.query(text, [id])).rows[0]
      if (status !== 'Queued' && status !== 'In Progress') return detail ? `${status} (${detail})` : status
      if (done !== before) changedAt = performance.now()
      before = done
      if (performance.now() - changedAt > STANDSTILL_MS) return `stuck at ${done} backtests`
      await sleep(200)
    }
  }

  /** Everything that a row must have again, in one text. */
  async #rowsOf(id: string): Promise<string> {
    const { rows } = await this.#client.query(
      `select index, point, ledger_hash, duplicate_of, o.total, o.done, best_index, (select count(*) from optimization_rows c where c.optimization_id = o.id) as n
       from optimization_rows r join optimizations o on o.id = r.optimization_id where o.id = $1 order by index`,
      [id],
    )
    return JSON.stringify(rows)
  }
}
