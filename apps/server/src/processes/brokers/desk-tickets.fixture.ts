import { readListings } from '@tradeloom/database'
import { TickReader } from '@tradeloom/market-data/ticks'
import { AccountProcesses } from '../../features/trading/account-processes.ts'
import { AccountsService } from '../../features/trading/accounts.service.ts'
import { PositionsService } from '../../features/trading/positions.service.ts'
import { TradesService } from '../../features/trading/trades.service.ts'
import { TradingRepository } from '../../features/trading/trading.repository.ts'
import { WrittenTrades } from '../../features/trading/written-trades.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import { type BinanceDesk, MARKET_BUY } from './binance-desk.fixture.ts'

type OrderRequest = Parameters<TradesService['order']>[0]

/** The process of orders is away. */
const NOT_NOW = /broker not connected/

const GUARDED = {
  onChange: () => undefined,
  warningsOf: () => [],
  isWatching: () => false,
  ensure: async () => true,
  look: () => undefined,
}

/** Tickets that a person fills in: the server's own checks stand between them and the account of a desk. */
export class DeskTickets {
  readonly trades: TradesService
  readonly #desk: BinanceDesk
  #keys = 0

  constructor(desk: BinanceDesk) {
    const { db } = desk.database
    const now = Date.now
    const venues = {
      isConnected: (id: string) => desk.start().isConnected(id),
      isStartingAgain: (id: string) => desk.start().isStartingAgain(id),
      ensure: (id: string) => desk.start().ensure(id),
    }
    const paper = { isConnected: false, ensure: async () => false, onStatus: () => undefined }
    const processes = new AccountProcesses(paper, venues, GUARDED)
    const repository = new TradingRepository(db)
    const ticks = new TickReader(desk.parts.marketDir)
    const valuation = new Valuation({ ticks, listings: () => readListings(db), now })
    const rightsOf = async () => ({ exchangeConnections: 20 })
    const parts = { db, repository, valuation, processes, rightsOf, now }
    const accounts = new AccountsService(parts)
    const positions = new PositionsService(parts)
    const written = new WrittenTrades({ db, repository, installation: 'test', now })
    this.trades = new TradesService({ ...parts, accounts, positions, written, isSilent: () => false })
    this.#desk = desk
  }

  /** Asks again while the process of orders is away. Returns the id of the request; throws what the ticket says. */
  async order(terms: Partial<OrderRequest>, key = this.#newKey()): Promise<string> {
    const { accountId, userId } = this.#desk
    const { type, side, quantity, limitPrice, stopPrice } = MARKET_BUY
    const named = { tag: 'test', broker: 'BINANCE', symbol: 'BTCUSDT', accountId, key }
    const levels = { stopLoss: null, takeProfit: null, trailingStop: null }
    const request = { ...named, type, side, quantity, limitPrice, stopPrice, ...levels, ...terms } as OrderRequest
    for (;;) {
      try {
        return (await this.trades.order(request, userId)).intentId
      } catch (error) {
        if (!NOT_NOW.test(String(error))) throw error
      }
    }
  }

  /** Orders again what had to wait too long for the process of orders, and what died with it on its way. */
  async sends(terms: Partial<OrderRequest>): Promise<{ readonly id: string; readonly key: string }> {
    for (;;) {
      const key = this.#newKey()
      const id = await this.order(terms, key)
      if (await this.#desk.hasArrived(id)) return { id, key }
    }
  }

  #newKey(): string {
    this.#keys += 1
    return `ticket${this.#keys}`
  }
}
