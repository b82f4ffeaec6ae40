import type { BrokerStatus, TradingAccount } from '@tradeloom/contracts'
import { AccountLedger, type Drizzle, schema } from '@tradeloom/database'
import { accountFigures, leverage, tidy } from '@tradeloom/domain'
import { and, eq, sql } from 'drizzle-orm'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { PaperConnection } from './paper-connection.ts'
import type { StoredAccountRow, TradingRepository } from './trading.repository.ts'
import { exposureOf } from '../../platform/prices/exposure.ts'
import type { Valuation } from '../../platform/prices/valuation.ts'

const { intents, positions, venueOrders } = schema

export interface AccountsParts {
  readonly db: Drizzle
  readonly repository: TradingRepository
  readonly valuation: Valuation
  readonly paper: PaperConnection
  readonly now: () => number
}

/** Accounts of users, with their figures at the newest prices. */
export class AccountsService {
  readonly #parts: AccountsParts

  constructor(parts: AccountsParts) {
    this.#parts = parts
  }

  async list(userId: string): Promise<TradingAccount[]> {
    const accounts = await this.#parts.repository.accounts(userId)
    return Promise.all(accounts.map((account) => this.#view(account)))
  }

  async get(accountId: string, userId: string): Promise<TradingAccount> {
    return this.#view(await this.stored(accountId, userId))
  }

  async stored(accountId: string, userId: string): Promise<StoredAccountRow> {
    const [account] = await this.#parts.repository.accounts(userId, accountId)
    if (!account) throw notFound('Account')
    return account
  }

  /** The account that trades what no other account is named for. */
  async first(userId: string): Promise<StoredAccountRow> {
    const [account] = await this.#parts.repository.accounts(userId)
    if (!account) throw notFound('Account')
    return account
  }

  async statuses(userId: string): Promise<BrokerStatus[]> {
    const connections = await this.#parts.repository.connections(userId)
    return connections.map(({ id }) => ({ connectionId: id, isConnected: this.#parts.paper.isConnected }))
  }

  async status(connectionId: string, userId: string): Promise<BrokerStatus> {
    const status = (await this.statuses(userId)).find((one) => one.connectionId === connectionId)
    if (!status) throw notFound('Connection')
    return status
  }

  /** Starts what the connection needs. */
  async initialize(connectionId: string, userId: string): Promise<BrokerStatus> {
    await this.status(connectionId, userId)
    return { connectionId, isConnected: await this.#parts.paper.ensure() }
  }

  /** The account begins anew; what it traded before stays in its history. */
  async reset(accountId: string, userId: string): Promise<TradingAccount> {
    const { db, now } = this.#parts
    await this.stored(accountId, userId)
    await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      if (!ledger || ledger.account.venue !== 'paper') throw notFound('Account')
      const isOpen = await tx.execute(sql`
        select from ${positions} where ${positions.accountId} = ${accountId} and ${positions.status} = 'OPEN'
        union all
        select from ${venueOrders} where ${venueOrders.accountId} = ${accountId} and ${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED')
        union all
        select from ${intents} where ${intents.accountId} = ${accountId} and ${intents.state} in ('WRITTEN', 'SENDING', 'UNKNOWN')`)
      if (isOpen.rows.length > 0)
        throw conflict('Close all positions and cancel all orders before you reset the account')
      const { account } = ledger
      const row = { ...account, balance: account.initialBalance, isMarginCalled: false, resetAt: new Date(now()) }
      await ledger.record({ kind: 'RESET', rows: [{ table: 'accounts', row }] })
    })
    return this.get(accountId, userId)
  }

  async #view({ account, control, connection }: StoredAccountRow): Promise<TradingAccount> {
    const { db, valuation, paper } = this.#parts
    const { currency, balance } = account
    const open = await db
      .select()
      .from(positions)
      .where(and(eq(positions.accountId, account.id), eq(positions.status, 'OPEN')))
    const { unrealised, usedMargin: used, value } = await exposureOf(open, currency, valuation)
    const { equity, available, closeoutPercent } = accountFigures(balance, unrealised, used)
    const marginRate = value > 0 ? used / value : null
    return {
      id: account.id,
      connectionId: account.connectionId,
      type: account.venue === 'paper' ? 'paper' : 'live',
      broker: connection.broker,
      accountNo: account.accountNo,
      currency,
      balance: tidy(balance),
      initialBalance: account.initialBalance,
      equity: tidy(equity),
      used: tidy(used),
      available: tidy(available),
      unrealisedProfit: tidy(unrealised),
      marginCall: account.isMarginCalled,
      marginRate,
      leverage: marginRate === null ? null : leverage(marginRate),
      closeoutPercent: tidy(closeoutPercent),
      connected: connection.connectionError === null ? paper.isConnected : false,
      connectionError: connection.connectionError,
      usdValue: currency === 'USD' ? tidy(equity) : null,
      fundsAvailable: Math.max(0, tidy(available)),
      level: control.level,
      levelReason: control.reason,
      resetAt: account.resetAt?.getTime() ?? null,
    }
  }
}
