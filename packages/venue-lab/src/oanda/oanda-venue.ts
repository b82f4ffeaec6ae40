import type { LabClock } from '../lab-clock.ts'
import type { LabInstrument } from './instrument.ts'
import type { LabMinute } from './market/minute.ts'
import { OandaMarkets } from './market/oanda-markets.ts'
import { watchMargin } from './trading/closings.ts'
import { chargeDays } from './trading/financing.ts'
import { OandaAccount, type OandaAccountOptions } from './trading/oanda-account.ts'
import { OandaEngine } from './trading/oanda-engine.ts'
import { isWeekend, nextDayEnd, timeText } from './venue-time.ts'

const NANOSECONDS = 1_000_000
/** No two times of the venue are the same. */
const BETWEEN = 1001

export interface VenueOptions {
  readonly clock: LabClock
  readonly instruments: readonly LabInstrument[]
  readonly history: Readonly<Record<string, readonly LabMinute[]>>
  readonly accounts: readonly OandaAccountOptions[]
  readonly token: string
}

/** Markets and accounts, and what time does to them; without a wire. */
export class OandaVenue {
  readonly clock: LabClock
  readonly markets: OandaMarkets
  readonly accounts: readonly OandaAccount[]
  readonly engine: OandaEngine
  /** How far its clock goes ahead of the others, milliseconds. */
  skew = 0
  #nanoseconds = 0

  constructor({ clock, instruments, history, accounts, token }: VenueOptions) {
    this.clock = clock
    const now = (): number => this.now()
    const nanoseconds = (): number => (this.#nanoseconds = (this.#nanoseconds + BETWEEN) % NANOSECONDS)
    this.markets = new OandaMarkets(instruments, history, { now, nanoseconds })
    this.accounts = accounts.map((one) => new OandaAccount(one, () => this.stamp(), token))
    this.engine = new OandaEngine(this.markets, { now, at: (time, run) => clock.at(time - this.skew, run) })
    this.markets.listen((market) => {
      for (const account of this.accounts) {
        this.engine.onQuote(account, market)
        if (account.openTrades().length > 0 || account.isInMarginCall) watchMargin(this.engine, account)
      }
    })
    this.#setHours()
    clock.at(nextDayEnd(clock.now()), () => this.#endDay())
  }

  /** UTC milliseconds on its own clock. */
  now(): number {
    return this.clock.now() + this.skew
  }

  /** The time now, as the venue writes it. */
  stamp(): string {
    this.#nanoseconds = (this.#nanoseconds + BETWEEN) % NANOSECONDS
    return timeText(this.now(), this.#nanoseconds)
  }

  /** The first one if no id is given. */
  account(id = this.accounts[0]?.id): OandaAccount {
    const found = this.accounts.find((one) => one.id === id)
    if (found === undefined) throw new Error(`The stand-in has no account ${id}`)
    return found
  }

  /** Positions cost, and weekends close the markets. */
  #endDay(): void {
    chargeDays(this.engine, this.accounts)
    this.#setHours()
    this.clock.at(nextDayEnd(this.clock.now() + 1), () => this.#endDay())
  }

  #setHours(): void {
    const isOpen = !isWeekend(this.clock.now())
    for (const { instrument } of this.markets.all()) this.markets.setTradeable(instrument.name, isOpen)
  }
}
