import type { BrokerStatus, TradingAccount, Wallet } from '@tradeloom/contracts'
import {
  AccountLedger,
  type AccountRow,
  type Drizzle,
  noteTransfer,
  type PositionRow,
  schema,
  type Transaction,
} from '@tradeloom/database'
import {
  accountFigures,
  accountsFor,
  GUARD_LIMIT_NAMES,
  GUARD_LIMITS,
  type GuardLimitName,
  guardLimits,
  leverage,
  tidy,
} from '@tradeloom/domain'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Rights } from '../../platform/auth/rights.ts'
import { connectionsInPackage, notInPackage } from '../../trading-core/connections/connections-in-package.ts'
import { conflict, forbidden, notFound } from '../../platform/errors/app-error.ts'
import type { AccountProcesses } from './account-processes.ts'
import { CustodyRepository } from './custody.repository.ts'
import { SeenAccountsRepository, type StoredAccountRow } from './seen-accounts.repository.ts'
import type { TradingRepository } from './trading.repository.ts'
import { countOrders } from '../../trading-core/prices/count-orders.ts'
import { type Exposure, exposureOf } from '../../trading-core/prices/exposure.ts'
import { ordersMargin } from '../../trading-core/prices/orders-margin.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'

const { drills, intents, positions, venueBalances, venueOrders } = schema

const DAY_MS = 86_400_000
/** Why exactly, such as a refused key, is for its owner. */
const NOT_YOUR_KEY = 'The connection does not work. Its owner can see why'
/** Whoever has more coins has dust of most of them. */
const MAX_WALLETS = 50

export interface AccountsParts {
  readonly db: Drizzle
  readonly repository: Pick<TradingRepository, 'openingIntents'>
  readonly valuation: Valuation
  readonly processes: AccountProcesses
  readonly rightsOf: (userId: string) => Promise<Pick<Rights, 'exchangeConnections'>>
  readonly now: () => number
}

/** Accounts of users, with their figures at the newest prices. */
export class AccountsService {
  readonly #parts: AccountsParts
  readonly #custody: CustodyRepository
  readonly #seenAccounts: SeenAccountsRepository

  constructor(parts: AccountsParts) {
    this.#parts = parts
    this.#custody = new CustodyRepository(parts.db)
    this.#seenAccounts = new SeenAccountsRepository(parts.db)
  }

  async list(userId: string): Promise<TradingAccount[]> {
    const accounts = await this.#seenAccounts.accounts(userId)
    return Promise.all(accounts.map((account) => this.#view(account)))
  }

  async get(accountId: string, userId: string): Promise<TradingAccount> {
    return this.#view(await this.#seen(accountId, userId))
  }

  /** One that the user trades: their own, or one that is shared with them as trader. */
  async traded(accountId: string, userId: string): Promise<StoredAccountRow> {
    const stored = await this.#seen(accountId, userId)
    if (stored.access === 'viewer')
      throw forbidden(`${stored.owner} shares this account with you as viewer: you can see it, and not trade on it`)
    return stored
  }

  /** One of the user's own: its limits, its guardian and its start are theirs alone. */
  async owned(accountId: string, userId: string): Promise<StoredAccountRow> {
    const stored = await this.#seen(accountId, userId)
    if (stored.access !== 'owner') throw forbidden(ownersOnly(stored.owner))
    return stored
  }

  async #seen(accountId: string, userId: string): Promise<StoredAccountRow> {
    const [account] = await this.#seenAccounts.accounts(userId, accountId)
    if (!account) throw notFound('Account')
    return account
  }

  /** Throws if the account is at a venue to which the package of its owner includes no connection. */
  async requireInPackage({ venue, connectionId, userId }: AccountRow): Promise<void> {
    if (venue === 'paper') return
    const { db, rightsOf } = this.#parts
    const included = await connectionsInPackage(db, userId, await rightsOf(userId))
    if (!included.has(connectionId)) throw notInPackage()
  }

  /** The account that trades an instrument where none is named: nothing is traded for others by omission. */
  async firstFor(instrumentId: string, userId: string): Promise<StoredAccountRow> {
    const { valuation } = this.#parts
    const rows = (await this.#seenAccounts.accounts(userId)).filter(({ access }) => access === 'owner')
    const broker = instrumentId.slice(instrumentId.indexOf(':') + 1)
    const [first] = accountsFor(
      rows.map((row) => ({ row, ...row.connection, model: row.account.model })),
      (await valuation.instrument(instrumentId)) ?? { broker },
    )
    if (!first) throw notFound('Account')
    return first.row
  }

  async statuses(userId: string): Promise<BrokerStatus[]> {
    const connections = await this.#seenAccounts.connections(userId)
    const { processes } = this.#parts
    return connections.map(({ id, type, connectionError }) => ({
      connectionId: id,
      isConnected: connectionError === null ? processes.isConnected({ id, type }) : false,
    }))
  }

  async status(connectionId: string, userId: string): Promise<BrokerStatus> {
    const status = (await this.statuses(userId)).find((one) => one.connectionId === connectionId)
    if (!status) throw notFound('Connection')
    return status
  }

  /** Starts what the connection needs. */
  async initialize(connectionId: string, userId: string): Promise<BrokerStatus> {
    await this.status(connectionId, userId)
    const connections = await this.#seenAccounts.connections(userId)
    const isPaper = connections.find(({ id }) => id === connectionId)?.type === 'paper'
    const isConnected = await this.#parts.processes.ensure({ venue: isPaper ? 'paper' : '', connectionId })
    return { connectionId, isConnected }
  }

  /** The account starts over; what it traded before stays in its history. */
  async reset(accountId: string, userId: string): Promise<TradingAccount> {
    const { now } = this.#parts
    await this.#inLedger(accountId, userId, async (ledger, tx) => {
      if (ledger.account.venue !== 'paper') throw notFound('Account')
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
      await ledger.seekPeak()
      // Sessions go on: what they lose or gain by it is no profit.
      await noteTransfer(tx, ledger, { id: `reset ${now()}`, transfer: row.balance - account.balance })
    })
    return this.get(accountId, userId)
  }

  async chooseRefusedStops(
    accountId: string,
    userId: string,
    refusedStops: AccountRow['refusedStops'],
  ): Promise<TradingAccount> {
    await this.#inLedger(accountId, userId, async (ledger) => {
      if (ledger.account.venue !== 'paper') throw notFound('Account')
      if (ledger.account.refusedStops === refusedStops) return
      const row = { ...ledger.account, refusedStops }
      await ledger.record({ kind: 'REFUSED_STOPS', rows: [{ table: 'accounts', row }], note: { by: userId } })
    })
    return this.get(accountId, userId)
  }

  /** `weaken` is called with what changes before a limit is raised or removed, and may refuse it. */
  async limit(
    accountId: string,
    userId: string,
    changes: { readonly [Name in GuardLimitName]?: number | null | undefined },
    weaken: (change: string) => void,
  ): Promise<TradingAccount> {
    await this.#inLedger(accountId, userId, (ledger) => {
      const { limits, account } = ledger
      const wanted: Partial<Record<GuardLimitName, number | null>> = {}
      for (const name of GUARD_LIMIT_NAMES) {
        const [before, now] = [limits[name], changes[name]]
        if (now === undefined) continue
        wanted[name] = now
        const unit = GUARD_LIMITS[name].unit === 'currency' ? account.currency : GUARD_LIMITS[name].unit
        const isWeaker = before !== null && (now === null || now > before)
        if (isWeaker)
          weaken(
            `${account.accountNo}, ${GUARD_LIMITS[name].title.toLowerCase()}: ${before} ${unit} before, ${now ?? 'no limit'} now`,
          )
      }
      return ledger.limit(wanted, userId)
    })
    this.#parts.processes.lookAtLimits()
    return this.get(accountId, userId)
  }

  /** Releases the account from the level that its guardian has set. The daily loss starts from zero. */
  async release(accountId: string, userId: string, reason: string): Promise<TradingAccount> {
    await this.#inLedger(accountId, userId, async (ledger) => {
      if (!(await ledger.release(userId, reason))) throw conflict('The account is not restricted')
    })
    this.#parts.processes.lookAtLimits()
    return this.get(accountId, userId)
  }

  async #inLedger(
    accountId: string,
    userId: string,
    work: (ledger: AccountLedger, tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const { db, now } = this.#parts
    await this.owned(accountId, userId)
    await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      if (!ledger) throw notFound('Account')
      await work(ledger, tx)
    })
  }

  async #view(stored: StoredAccountRow): Promise<TradingAccount> {
    const { db, valuation, processes, now } = this.#parts
    const { account, control, connection, access, owner } = stored
    const { connectionError } = connection
    const today = now() - (now() % DAY_MS)
    const open = await db
      .select()
      .from(positions)
      .where(and(eq(positions.accountId, account.id), eq(positions.status, 'OPEN')))
    const exact = await exposureOf(open, account.currency, valuation)
    // What is shown adds up to the last decimal.
    const exposure = { ...exact, unrealised: tidy(exact.unrealised) }
    const figures =
      account.model === 'spot'
        ? await this.#spotFigures(account, exposure, open)
        : await this.#marginFigures(account, exposure)
    const usd = await valuation.conversion(account.currency, 'USD', account.venue)
    return {
      id: account.id,
      connectionId: account.connectionId,
      type: connection.type,
      model: account.model,
      broker: connection.broker,
      accountNo: account.accountNo,
      currency: account.currency,
      initialBalance: account.initialBalance,
      unrealisedProfit: exposure.unrealised,
      marginCall: account.isMarginCalled,
      ...figures,
      connected: connectionError === null ? processes.isConnected(connection) : false,
      connectionError: access === 'owner' || connectionError === null ? connectionError : NOT_YOUR_KEY,
      share: access === 'owner' ? null : { owner, role: access },
      usdValue: usd === null || usd.rate === null ? null : tidy(figures.equity * usd.rate),
      usdConversion: usd,
      wallets: await this.#wallets(account),
      fundsAvailable: Math.max(0, figures.available),
      level: control.level,
      levelReason: control.level === 'ACTIVE' ? null : control.reason,
      ...guardLimits(control.limits),
      warnings: [...processes.warningsOf(account.id)],
      unprotectedToday: tidy(await this.#custody.unprotectedSince(account.id, new Date(today), new Date(now()))),
      refusedStops: account.refusedStops,
      contractTerms: (await valuation.terms(account.id)).map(({ instrumentId, leverage: times, isIsolated }) => ({
        instrumentId,
        leverage: times,
        isIsolated,
      })),
      practicing: (await db.$count(drills, and(eq(drills.accountId, account.id), isNull(drills.endedAt)))) > 0,
      resetAt: account.resetAt?.getTime() ?? null,
      workingOrders:
        account.venue === 'paper'
          ? []
          : [...(await countOrders(db, account.id))].map(([instrumentId, counted]) => ({ instrumentId, ...counted })),
    }
  }

  /** None where one currency is all that there is. */
  async #wallets({ id, currency: into, venue }: AccountRow): Promise<Wallet[]> {
    const { db, valuation } = this.#parts
    const rows = await db
      .select()
      .from(venueBalances)
      .where(and(eq(venueBalances.accountId, id), gt(venueBalances.total, 0)))
      .orderBy(desc(venueBalances.total), venueBalances.currency)
      .limit(MAX_WALLETS)
    if (rows.every(({ currency }) => currency === into)) return []
    return Promise.all(
      rows.map(async ({ currency, total, available }) => {
        return { currency, total, available, conversion: await valuation.conversion(currency, into, venue) }
      }),
    )
  }

  /** Of working orders, too: they take their margin whenever they are filled. */
  async #marginFigures({ id, balance: exact, currency }: AccountRow, exposure: Exposure): Promise<Figures> {
    const { repository, valuation } = this.#parts
    const balance = tidy(exact)
    const { unrealised, usedMargin, netValue } = exposure
    const waiting = await ordersMargin(await repository.openingIntents(id), currency, valuation)
    const { equity, available, closeoutPercent } = accountFigures(balance, unrealised, usedMargin)
    const marginRate = netValue > 0 ? tidy(usedMargin / netValue) : null
    return {
      balance,
      equity: tidy(equity),
      used: tidy(usedMargin + waiting),
      available: tidy(available - waiting),
      marginRate,
      leverage: marginRate === null ? null : leverage(marginRate),
      closeoutPercent: tidy(closeoutPercent),
    }
  }

  /**
   * At a spot market what was bought is paid in full: the balance is the cash and what open positions have cost. Orders tie
   * up the rest; the venue says what is available.
   */
  async #spotFigures(
    { id, currency, balance: cash }: AccountRow,
    { unrealised }: Exposure,
    open: readonly PositionRow[],
  ): Promise<Figures> {
    const [stated] = await this.#parts.db
      .select()
      .from(venueBalances)
      .where(and(eq(venueBalances.accountId, id), eq(venueBalances.currency, currency)))
    const available = tidy(stated?.available ?? cash)
    const balance = tidy(open.reduce((sum, { openPrice, quantity }) => sum + openPrice * quantity, cash))
    const equity = tidy(balance + unrealised)
    return {
      balance,
      equity,
      used: tidy(equity - available),
      available,
      marginRate: null,
      leverage: null,
      closeoutPercent: 0,
    }
  }
}

export function ownersOnly(owner: string): string {
  return `Only ${owner}, the owner of this account, can do this`
}

type Figures = Pick<
  TradingAccount,
  'balance' | 'equity' | 'used' | 'available' | 'marginRate' | 'leverage' | 'closeoutPercent'
>
