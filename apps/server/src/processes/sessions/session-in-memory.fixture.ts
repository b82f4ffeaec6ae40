import { type IntentRow, type PositionRow, specHash } from '@tradeloom/database'
import { createSession, type ScriptFactory, type SessionSpec } from '@tradeloom/engine'
import type { TickRow } from '@tradeloom/market-data/ticks'
import type { SessionAnswer } from '@tradeloom/sandbox'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import type { JournalNews, NewsOfAccount } from './account-news.ts'
import { SessionOrders } from './session-orders.ts'
import { SessionRun, type SessionRunParts } from './session-run.ts'
import type { SessionChange } from './session-store.ts'
import type { PlacedInput } from './stored-input.ts'
import { VenueNews } from './venue-news.ts'

export const SESSION = '0190a000-0000-7000-8000-00000000000a'
const ACCOUNT = '0190a000-0000-7000-8000-00000000000b'
const USER = '0190a000-0000-7000-8000-00000000000c'

/** What executes the orders of a session and books them. */
export interface Books {
  readonly positions: ReadonlyMap<string, PositionRow>
  readonly journal: readonly JournalNews[]
  readonly intents: ReadonlyMap<string, IntentRow>
  /** Takes what the session has committed. */
  write(intent: IntentRow): void
}

/** A session whose tables, market and runner are in the memory of a test: it runs as in its process. */
export class SessionInMemory {
  readonly ticks: TickRow[] = []
  readonly #spec: SessionSpec
  readonly #source: string
  readonly #books: Books
  readonly #inputs: PlacedInput[] = []
  readonly #intents: IntentRow[] = []
  #rowNo: number | null = null
  #run: SessionRun | null = null
  #orders = new SessionOrders()
  #live: SessionChange['live'] = null

  constructor(spec: SessionSpec, source: string, books: Books) {
    this.#spec = spec
    this.#source = source
    this.#books = books
  }

  get orders(): SessionOrders {
    return this.#orders
  }

  /** The positions that the engine has open. */
  get open() {
    return (this.#live?.positions ?? []).filter(({ status }) => status === 'OPEN')
  }

  get intentCount(): number {
    return this.#intents.length
  }

  /** Takes the next price, if there is one, and hears what the books say. */
  async step(): Promise<void> {
    await (await this.#opened()).step(true)
  }

  /** Another process takes it over. */
  async restart(): Promise<void> {
    this.#run?.close()
    this.#run = null
    await this.#opened()
  }

  async #opened(): Promise<SessionRun> {
    if (this.#run) return this.#run
    this.#orders = new SessionOrders()
    const parts = {
      row: {
        id: SESSION,
        userId: USER,
        brokerAccountId: ACCOUNT,
        instrumentId: this.#spec.instrument.id,
        spec: this.#spec,
        specHash: specHash(this.#spec, ''),
        inFlight: 'any',
        resume: 'replay',
        isLockStep: false,
        inputCount: this.#inputs.length,
        intentCount: this.#intents.length,
        rowNo: this.#rowNo,
      },
      script: { source: this.#source, scriptHash: '', indicators: [] },
      store: this.#store(),
      orders: this.#orders,
      news: new VenueNews(this.#news(), SESSION),
      ticks: {
        read: async (_: string, from: number, max: number) => this.ticks.slice(from, from + max),
        sequenceAt: async () => 0,
        last: async () => this.ticks.at(-1) ?? null,
      },
      history: {},
      series: { begin: async () => [], resume: () => undefined, news: async () => ({ told: [], warnings: [] }) },
      host: { start: async () => this.#started(), keep: async () => undefined, bundle: 'test' },
      installation: 'test',
      now: () => this.ticks.at(-1)?.receivedAt ?? this.#spec.start,
    }
    const run = new SessionRun(parts as unknown as SessionRunParts)
    await run.open()
    this.#run = run
    return run
  }

  #store() {
    return {
      check: async () => undefined,
      inputs: async () => [...this.#inputs],
      intents: async (from: number) => this.#intents.slice(from),
      takeOver: async () => ({ open: [], tradeIds: [], journalN: 0 }),
      commit: async ({ rowNo, inputs = [], intents = [], live }: SessionChange) => {
        this.#rowNo = rowNo
        this.#inputs.push(...structuredClone([...inputs]))
        this.#intents.push(...intents)
        if (live) this.#live = live
        for (const intent of intents) this.#books.write(intent)
      },
    }
  }

  #news(): NewsOfAccount {
    const { journal, intents } = this.#books
    return {
      states: async (ids) => ids.flatMap((id) => intents.get(id) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      entries: async (after) => ({ entries: journal.filter(({ n }) => n > after), upTo: journal.at(-1)?.n ?? after }),
    }
  }

  #started() {
    const { javascript, errors } = analyzeScript(this.#source, 'algorithm')
    if (errors[0]) throw new Error(errors[0].message)
    // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
    const factory = (0, eval)(wrapScript(javascript, [])) as ScriptFactory
    const requests: Parameters<NonNullable<Parameters<typeof createSession>[0]['send']>>[0][] = []
    const session = createSession({ spec: this.#spec, factory, send: (request) => void requests.push(request) })
    const answer = (taken: number): SessionAnswer => {
      const records = session.drain()
      const sent = requests.splice(0)
      this.#live = session.live()
      return { status: 'answered', cpuMs: 0, taken, requests: sent, records, live: session.live(), warmup: [] }
    }
    const take = async (inputs: readonly Parameters<typeof session.take>[0][]): Promise<SessionAnswer> => {
      for (const input of inputs) session.take(input)
      return answer(inputs.length)
    }
    return { session: { take, close: () => undefined, isOver: false }, answer: answer(0) }
  }
}
