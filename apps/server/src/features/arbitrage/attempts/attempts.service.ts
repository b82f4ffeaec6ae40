import { legTerms } from '@tradeloom/book'
import type { ArbitrageAttempt, ArbitragePair } from '@tradeloom/contracts'
import { executeArbitrage } from '@tradeloom/contracts'
import { type AccountRow, type Drizzle, newId, sqlState, UNIQUE_VIOLATION } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { priceStepProblem, stopLossProblem } from '@tradeloom/domain/orders'
import { type AttemptSide, stopOfLoss } from '@tradeloom/trading'
import type { z } from 'zod'
import { conflict, invalid, notFound } from '../../../platform/errors/app-error.ts'
import type { Valuation } from '../../../trading-core/prices/valuation.ts'
import type { AccountsService } from '../../trading/accounts.service.ts'
import { orderRefused } from '../../trading/order-refused.ts'
import type { TradesService } from '../../trading/trades.service.ts'
import type { AttemptsRepository, ReadAttempt } from './attempts.repository.ts'
import { expectedOf } from './expected-arbitrage.ts'
import { type AttemptRow, SIDES } from './stored-attempt.ts'
import { viewAttempt } from './view-attempt.ts'
import { legDraft, SIDE, writeAttempt } from './write-attempt.ts'

type TradedAccount = Awaited<ReturnType<AccountsService['traded']>>
type Asked = z.output<typeof executeArbitrage.body>

export interface AttemptsParts {
  readonly db: Drizzle
  readonly repository: AttemptsRepository
  readonly accounts: Pick<AccountsService, 'traded'>
  readonly trades: Pick<TradesService, 'check'>
  readonly valuation: Valuation
  readonly compare: (sides: Pick<ArbitragePair, 'sellId' | 'buyId'>) => Promise<ArbitragePair | string>
  readonly installation: string
  readonly now: () => number
  /** There is one to be brought to its end. */
  readonly onAsked: () => void
}

/** A leg that has passed all checks. */
interface CheckedLeg {
  readonly stored: TradedAccount
  readonly instrument: ListedInstrument
  /** What one unit of its money is worth in the currency of the account that buys. */
  readonly rate: number
}

const ONE_ACCOUNT = 'The two orders need accounts at both venues'
const NO_STOP = 'Coins that were sold leave nothing that a stop could guard: choose another policy'

/** What people buy at one market and sell at another, at once. */
export class AttemptsService {
  readonly #parts: AttemptsParts

  constructor(parts: AttemptsParts) {
    this.#parts = parts
  }

  async list(userId: string, limit: number): Promise<ArbitrageAttempt[]> {
    return Promise.all((await this.#parts.repository.list(userId, limit)).map((one) => this.#view(one)))
  }

  async get(id: string, userId: string): Promise<ArbitrageAttempt> {
    const found = await this.#parts.repository.get(userId, id)
    if (!found) throw notFound('Attempt')
    return this.#view(found)
  }

  /** A repeated key gets what the first request has written. */
  async execute(asked: Asked, userId: string): Promise<ArbitrageAttempt> {
    const { db, repository, installation, now, onAsked } = this.#parts
    const decidedAt = now() - (asked.age ?? 0)
    const known = await repository.ofKey(userId, asked.key)
    if (known !== null) return this.#again(known, asked, userId)
    const row = await this.#checked(asked, userId, decidedAt)
    try {
      await db.transaction((tx) => writeAttempt(tx, row, asked, { userId, installation, now }))
    } catch (error) {
      const first = sqlState(error) === UNIQUE_VIOLATION ? await repository.ofKey(userId, asked.key) : null
      if (first === null) throw error
      return this.#again(first, asked, userId)
    }
    onAsked()
    return this.get(row.id, userId)
  }

  async #again(id: string, asked: Asked, userId: string): Promise<ArbitrageAttempt> {
    const first = await this.get(id, userId)
    const isSame = SIDES.every((side) => {
      const { accountId, instrumentId, limitPrice } = asked[side]
      const leg = first[side]
      return leg.accountId === accountId && leg.instrumentId === instrumentId && leg.limitPrice === limitPrice
    })
    if (!isSame || first.quantity !== asked.quantity || first.policy !== asked.policy)
      throw conflict('The key of this arbitrage belongs to another one, which was sent before')
    return first
  }

  /** The right to trade, guardian and order of both, before anything of either is written. */
  async #checked(asked: Asked, userId: string, decidedAt: number): Promise<AttemptRow> {
    const { accounts, valuation, compare } = this.#parts
    const buyer = await accounts.traded(asked.buy.accountId, userId)
    const seller = await accounts.traded(asked.sell.accountId, userId)
    if (buyer.account.id === seller.account.id && buyer.account.venue !== 'paper') throw conflict(ONE_ACCOUNT)
    const pair = await compare({ sellId: asked.sell.instrumentId, buyId: asked.buy.instrumentId })
    if (typeof pair === 'string') throw orderRefused(pair)
    const checked = async (side: AttemptSide, stored: TradedAccount): Promise<CheckedLeg> => {
      const instrument = await this.#checkedLeg(asked, side, stored)
      const rate = await valuation.rate(instrument, buyer.account.currency)
      if (!Number.isFinite(rate)) throw orderRefused('Conversion instruments not found')
      return { stored, instrument, rate }
    }
    const legs = { buy: await checked('buy', buyer), sell: await checked('sell', seller) }
    checkLoss(asked, legs, pair)
    if (asked.policy === 'keep') for (const side of SIDES) checkStop(asked, side, legs[side])
    const instruments = { buy: legs.buy.instrument, sell: legs.sell.instrument }
    return {
      ...NEW,
      id: newId(decidedAt),
      placedBy: userId,
      key: asked.key,
      buyAccountId: buyer.account.id,
      sellAccountId: seller.account.id,
      buyIntentId: newId(decidedAt),
      sellIntentId: newId(decidedAt),
      isSimulated: legs.buy.instrument.simulated || buyer.account.venue === 'paper' || seller.account.venue === 'paper',
      expected: expectedOf(pair, asked.quantity, instruments),
      conversion: pair.conversion?.rate ?? 1,
      maxLoss: asked.maxLoss,
      buyRate: legs.buy.rate,
      sellRate: legs.sell.rate,
      policy: asked.policy,
      buyStop: asked.policy === 'keep' ? asked.buyStop : null,
      sellStop: asked.policy === 'keep' ? asked.sellStop : null,
      askedAt: new Date(decidedAt),
    }
  }

  async #checkedLeg(asked: Asked, side: AttemptSide, stored: TradedAccount): Promise<ListedInstrument> {
    const { instrument, problem } = await this.#parts.trades.check(
      legDraft(asked, side),
      asked[side].instrumentId,
      stored,
    )
    if (problem !== null) throw orderRefused(`${instrument.exchangeName}: ${problem}`)
    return instrument
  }

  async #view(read: ReadAttempt): Promise<ArbitrageAttempt> {
    const { valuation } = this.#parts
    const { buy, sell } = read
    const ids = [buy.intent.instrumentId, sell.intent.instrumentId]
    const symbols = new Map(await Promise.all(ids.map(async (id) => [id, await valuation.symbol(id)] as const)))
    const instrument = await valuation.instrument(buy.intent.instrumentId)
    const { currency, venue } = sell.account
    const feeRate = (await valuation.conversion(currency, buy.account.currency, venue))?.rate ?? null
    return viewAttempt(read, {
      symbolOf: (id) => symbols.get(id) ?? id,
      currency: instrument?.quote ?? buy.account.currency,
      feeRate,
    })
  }
}

const NEW = {
  state: 'WAITING',
  buyReadyAt: null,
  sellReadyAt: null,
  goAt: null,
  buyLate: null,
  sellLate: null,
  endedAt: null,
  outcome: null,
  reason: null,
} as const

type Legs = Readonly<Record<AttemptSide, CheckedLeg>>

/** What both orders lose if each is filled at its limit must not be more than the most that may be lost. */
function checkLoss({ quantity, buy, sell, maxLoss }: Asked, legs: Legs, { conversion }: ArbitragePair): void {
  const paid = buy.limitPrice * (1 + legTerms(legs.buy.instrument, null).fee)
  const brought = sell.limitPrice * (conversion?.rate ?? 1) * (1 - legTerms(legs.sell.instrument, conversion).fee)
  const loss = (paid - brought) * quantity * legs.buy.rate
  if (loss <= maxLoss) return
  const { currency } = legs.buy.stored.account
  throw invalid(`At these limits ${loss.toFixed(2)} ${currency} can be lost, more than the maximum loss`, 'maxLoss')
}

function checkStop(asked: Asked, side: AttemptSide, { stored, instrument, rate }: CheckedLeg): void {
  const { account }: { account: AccountRow } = stored
  if (side === 'sell' && account.model === 'spot') throw orderRefused(NO_STOP)
  const { limitPrice } = asked[side]
  const { quantity, maxLoss } = asked
  const tick = instrument.quoteStep
  const stated = side === 'buy' ? asked.buyStop : asked.sellStop
  const stop = stated ?? stopOfLoss({ side: SIDE[side], quantity, average: limitPrice, rate, maxLoss, tick })
  const quote = { bid: limitPrice, ask: limitPrice }
  const problem = priceStepProblem(stated, instrument) ?? stopLossProblem(SIDE[side], stop, quote)
  if (problem !== null) throw orderRefused(`${instrument.exchangeName}: ${problem}`)
}
