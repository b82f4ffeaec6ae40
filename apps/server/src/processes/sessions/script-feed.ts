import type { TradeRequest } from '@tradeloom/domain'
import type { Input, LiveNumbers, SessionRecords, SessionSpec } from '@tradeloom/engine'
import type { TickRow } from '@tradeloom/market-data/ticks'
import type { SandboxSession, SessionHost } from '@tradeloom/sandbox'
import type { PendingChange } from './pending-change.ts'
import { RowClock } from './row-clock.ts'
import { type Answered, checked, RunnerLost } from './session-answers.ts'
import { startOn } from './session-engine.ts'
import type { DecidedAt, SessionIntents } from './session-intents.ts'
import { rateRows } from './session-rates.ts'
import type { SessionOrders } from './session-orders.ts'
import type { TakenSession } from './session-row.ts'
import type { SessionScript } from './session-script.ts'
import { knownInput } from './session-series.ts'
import type { EngineInput, EventInput, StoredInput } from './stored-input.ts'
import type { VenueNews } from './venue-news.ts'

export interface ScriptFeedParts {
  readonly row: TakenSession
  readonly script: SessionScript | null
  readonly host: Pick<SessionHost, 'start'>
  readonly news: VenueNews
  readonly orders: SessionOrders
  readonly intents: SessionIntents
  readonly pending: PendingChange
}

/** Gives the script of a session its inputs one after the other, and turns what it answers into intents and records. */
export class ScriptFeed {
  /** Of what the script has seen. */
  readonly clock = new RowClock()
  readonly #parts: ScriptFeedParts
  #runner: SandboxSession | null = null
  #rowNo = -1
  #row: TickRow | null = null
  #refused: string | null = null
  #live: LiveNumbers | null = null

  constructor(parts: ScriptFeedParts) {
    this.#parts = parts
  }

  get pid(): number | undefined {
    return this.#runner?.pid
  }

  /** The newest row that the script has seen. */
  get rowNo(): number {
    return this.#rowNo
  }

  /** Why it may not open positions now; null if it may. */
  get refused(): string | null {
    return this.#refused
  }

  get live(): LiveNumbers | null {
    return this.#live
  }

  /** Starts the script. */
  async open(spec: SessionSpec, engine: EngineInput | null): Promise<Answered> {
    const { session, answer } = await startOn(engine, { ...this.#parts, spec })
    this.#runner = session
    return checked(answer)
  }

  /** Its prices begin with this row. */
  startAt(firstRow: number): void {
    this.#rowNo = firstRow - 1
  }

  /** Gives it what was before its first price: nothing is traded on that. */
  async history(input: Input): Promise<void> {
    const { records } = await this.#take([input])
    this.#keep(records)
  }

  /** Gives an input other than prices to the script. */
  async give(input: StoredInput): Promise<void> {
    switch (input.kind) {
      case 'EVENT':
        this.clock.advance(input.event.time)
        return this.#giveEvents([input], null)
      case 'CLOSE_UNTIL':
        this.clock.advance(input.time)
        return this.#answered(await this.#take([input]), [])
      case 'CONTROL':
        this.#refused = input.openingsRefused
        return this.#answered(await this.#take([input]), [])
      case 'RATE':
        return this.#answered(await this.#take([rateRows(input)]), [])
      case 'KNOWN':
        return this.#answered(await this.#take([knownInput(input, false)]), [])
      case 'ENGINE':
      case 'START':
    }
  }

  /** False if there was no price among the rows: attached events wait for one. */
  async takeRows(rows: readonly TickRow[], attached: readonly EventInput[] = []): Promise<boolean> {
    const { instrumentId } = this.#parts.row
    const last = rows.at(-1)
    if (!last) return false
    this.#rowNo = last.sequence
    this.#row = last
    const columns = this.clock.columns(rows)
    if (!columns) return false
    await this.#giveEvents(attached, { kind: 'ROWS', instrumentId, columns })
    return true
  }

  async #giveEvents(events: readonly EventInput[], rows: Input | null): Promise<void> {
    const { news, orders } = this.#parts
    const following = events.flatMap((input) => {
      news.told(input)
      return orders.told(input)
    })
    const inputs: Input[] = events.map(({ event, isAttached }) => ({ kind: 'EVENT', event, isAttached }))
    this.#answered(await this.#take(rows ? [...inputs, rows] : inputs), following)
  }

  #answered({ requests, records, live }: Answered, following: readonly TradeRequest[]): void {
    const { orders, intents } = this.#parts
    // Its requests name them.
    orders.opened(records.opened)
    for (const request of [...requests, ...following]) intents.request(request, this.decidedAt)
    this.#live = live
    this.#keep(records)
  }

  #keep(records: SessionRecords): void {
    const { intents, pending } = this.#parts
    if (!intents.isReplaying) pending.record(records)
  }

  /** What leads to requests now. */
  get decidedAt(): DecidedAt {
    return { tick: this.#row, rowNo: this.#rowNo }
  }

  /** What its script has recorded at its end. */
  async finish(): Promise<readonly SessionRecords[]> {
    const answer = await this.#runner?.finish()
    return answer?.status === 'answered' ? [answer.records] : []
  }

  close(): void {
    this.#runner?.close()
  }

  async #take(inputs: readonly Input[]): Promise<Answered> {
    if (!this.#runner || this.#runner.isOver) throw new RunnerLost('The runner has ended')
    return checked(await this.#runner.take(inputs))
  }
}
