import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpClient } from '@tradeloom/testkit'
import type { AskDatabase } from './ask-database.ts'
import { lastWholeMonth } from './slow-runs.ts'

/** Computed at each bar, for nothing: it only takes time, and no trade depends on it. */
const SLOW_STEPS = 10_000

const scriptOf = (
  steps: number,
): string => `var externals = [{ name: "fast", defaultValue: 5 }, { name: "slow", defaultValue: 20 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
let total = 0
function onIntervalClose() {
  let sum = 0
  for (let n = 0; n < ${steps}; n++) sum += Math.sqrt(n)
  total += sum
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: 30 }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, stopLossPips: 30 }) }
}`
const WIDE = [
  { name: 'fast', start: 2, end: 40, step: 1, decimalPlaces: 0 },
  { name: 'slow', start: 10, end: 90, step: 1, decimalPlaces: 0 },
]
const even = (name: string, start: number, count: number) => ({ name, start, end: start + 4 * (count - 1), count })

/** One of each strategy, and a walk-forward with two windows. */
const KINDS = [
  { kind: 'exhaustive', settings: { externalsSettings: [even('fast', 3, 6), even('slow', 40, 4)] } },
  {
    kind: 'walk-forward',
    settings: {
      externalsSettings: [even('fast', 3, 4), even('slow', 20, 2)],
      walkForward: { trainDays: 10, testDays: 7 },
    },
  },
  {
    kind: 'genetic',
    settings: {
      strategy: 'genetic',
      generations: 3,
      populationSize: 10,
      survivorCount: 5,
      noImprovementCount: 3,
      externalsSettings: WIDE,
    },
  },
  { kind: 'tpe', settings: { strategy: 'tpe', budget: 24, externalsSettings: WIDE } },
  {
    kind: 'nsga2',
    settings: {
      strategy: 'nsga2',
      budget: 24,
      objectives: [
        { metric: 'profit', better: 'higher' },
        { metric: 'maxDrawdown', better: 'lower' },
      ],
      externalsSettings: WIDE,
    },
  },
] as const
/** Side by side. */
const AT_ONCE = 2
/** If no backtest ends for this long, something is stuck. */
const STANDSTILL_MS = 120_000

type Kind = (typeof KINDS)[number]

export interface Started {
  readonly id: string
  readonly kind: Kind['kind']
}

interface State {
  readonly status: string
  readonly detail: string
  readonly done: number
  readonly windows: number
}

/** Optimizations, and everything that they stored when nothing disturbed them. */
export class Searches {
  readonly #user: HttpClient
  readonly #slow: object
  readonly #quick: object
  readonly #ask: AskDatabase
  readonly #expected = new Map<string, string>()

  static async open(user: HttpClient, ask: AskDatabase): Promise<Searches> {
    const { id } = (await user.post('/api/algorithms', { name: 'Cross' })).json
    const save = async (script: string, message: string): Promise<object> => {
      const saved = await user.post(`/api/algorithms/${id}/versions`, { script, message })
      return { algorithmId: id, algorithmVersionId: saved.json.id }
    }
    const slow = await save(scriptOf(SLOW_STEPS), 'Slow enough to be disturbed')
    return new Searches(user, { slow, quick: await save(scriptOf(0), 'The same trades, quickly') }, ask)
  }

  private constructor(user: HttpClient, versions: { slow: object; quick: object }, ask: AskDatabase) {
    this.#user = user
    this.#slow = versions.slow
    this.#quick = versions.quick
    this.#ask = ask
  }

  /** Runs those of a round undisturbed and without what makes them slow, unless that was done before. */
  async prepare(round: number): Promise<void> {
    const unknown = ofRound(round).filter(({ kind }) => !this.#expected.has(kind))
    const started = await Promise.all(unknown.map((kind) => this.#start(kind, this.#quick, this.#user.base)))
    for (const { id, kind } of started) {
      const end = await this.#untilEnded(id)
      if (end !== 'Completed') throw new Error(`The undisturbed ${kind} optimization is ${end}`)
      this.#expected.set(kind, await this.#storedOf(id))
    }
  }

  /**
   * Starts those of a round at a server. Each fault meets each of them in time. A walk-forward trains its first window
   * before `queue` queues backtests; the others start after them, which go first, so they cannot end much earlier.
   */
  async startAround<Queued>(round: number, url: string, queue: () => Promise<Queued>): Promise<[Started[], Queued]> {
    const start = (isWalkForward: boolean): Promise<Started[]> => {
      const kinds = ofRound(round).filter(({ kind }) => (kind === 'walk-forward') === isWalkForward)
      return Promise.all(kinds.map((kind) => this.#start(kind, this.#slow, url)))
    }
    const training = await start(true)
    for (const { id } of training) await this.#untilTraining(id)
    const queued = await queue()
    return [[...training, ...(await start(false))], queued]
  }

  async #untilTraining(id: string): Promise<void> {
    for (;;) {
      const { status, windows } = await this.#stateOf(id)
      if (windows > 0 || !isOpen(status)) return
      await sleep(50)
    }
  }

  /** Whether some of them have not ended. */
  async areOpen(started: readonly Started[]): Promise<boolean> {
    const states = await Promise.all(started.map(({ id }) => this.#stateOf(id)))
    return states.some(({ status }) => isOpen(status))
  }

  /** Waits for their ends; one line for each that has not stored exactly what the undisturbed one has. */
  async problems(started: readonly Started[]): Promise<string[]> {
    const problems: string[] = []
    for (const { id, kind } of started) {
      const end = await this.#untilEnded(id)
      if (end !== 'Completed') problems.push(`the ${kind} optimization ${id} is ${end}`)
      else if ((await this.#storedOf(id)) !== this.#expected.get(kind)) {
        problems.push(`the ${kind} optimization ${id} has other rows than the undisturbed one`)
      }
    }
    return problems
  }

  async #start({ kind, settings }: Kind, version: object, url: string): Promise<Started> {
    const answer = await this.#user.at(url).post('/api/optimisation', {
      ...version,
      instrumentId: 'EURUSD:SIM',
      ...lastWholeMonth(),
      interval: 'M15',
      seed: 42,
      ...settings,
    })
    if (answer.status !== 200) throw new Error(`An optimization was rejected: ${answer.text}`)
    return { id: answer.json.id, kind }
  }

  async #untilEnded(id: string): Promise<string> {
    let before = ''
    let changedAt = performance.now()
    for (;;) {
      const state = await this.#stateOf(id)
      if (!isOpen(state.status)) return state.detail ? `${state.status} (${state.detail})` : state.status
      const now = `${state.done} backtests in ${state.windows} windows`
      if (now !== before) changedAt = performance.now()
      before = now
      if (performance.now() - changedAt > STANDSTILL_MS) return `stuck at ${now}`
      await sleep(200)
    }
  }

  async #stateOf(id: string): Promise<State> {
    const [state] = await this.#ask<State>(
      `select status, status_detail as detail,
              (select sum(done)::int from optimizations w where w.id = o.id or w.parent_id = o.id) as done,
              (select count(*)::int from optimizations w where w.parent_id = o.id) as windows
       from optimizations o where id = $1`,
      [id],
    )
    if (!state) throw new Error(`The optimization ${id} is gone`)
    return state
  }

  /** All rows with their returns and the tests of windows, in one text, without what belongs to one attempt. */
  async #storedOf(id: string): Promise<string> {
    const rows = await this.#ask(
      `select o.window_number, o.total, o.done, o.best_index, o.best_profit, o.status,
              to_jsonb(r) - 'optimization_id' - 'revision' as stored, md5(n."values") as returns,
              (select count(*) from optimization_rows c where c.optimization_id = o.id) as n
       from optimizations o join optimization_rows r on r.optimization_id = o.id
       left join optimization_returns n on n.optimization_id = o.id and n.index = r.index
       where o.id = $1 or o.parent_id = $1 order by o.window_number nulls first, r.index`,
      [id],
    )
    const tests = await this.#ask(
      `select to_jsonb(w) - 'optimization_id' - 'child_id' as test from walk_forward_windows w
       where optimization_id = $1 order by number`,
      [id],
    )
    return JSON.stringify([rows, tests])
  }
}

function isOpen(status: string): boolean {
  return status === 'Queued' || status === 'In Progress'
}

/** Another pair in each of five rounds, and other pairs in the next five. */
function ofRound(round: number): Kind[] {
  const first = AT_ONCE * round + Math.floor(round / KINDS.length)
  return Array.from({ length: AT_ONCE }, (_, place) => KINDS[(first + place) % KINDS.length] as Kind)
}
