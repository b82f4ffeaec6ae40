import {
  AccountLedger,
  bookFinancing,
  type FillRow,
  type LedgerRow,
  newId,
  newIntent,
  noteTransfer,
  type PositionRow,
  putListings,
  schema,
  TRANSFER_ENTRY,
  type Transaction,
  verifyAccount,
} from '@tradeloom/database'
import {
  createRandom,
  defineInstrument,
  type ListedInstrument,
  listInstrument,
  type PlaceRequest,
  tidy,
} from '@tradeloom/domain'
import { createSession, DEFAULT_MODELS, type ScriptFactory, type SessionRecords, sumPositions } from '@tradeloom/engine'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { computeMetrics, inputFromTrades, type TradeRecord } from '@tradeloom/metrics'
import { analyzeScript, guardErrors, wrapScript } from '@tradeloom/script'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload } from '@tradeloom/trading'
import { toUnits } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import { BinanceDesk } from '../../processes/brokers/binance-desk.fixture.ts'
import { FillBooking } from '../../processes/paper/book-fills.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { CSV_HEAD, csvLines } from '../backtests/positions-csv.ts'
import type { AccountProcesses } from '../trading/account-processes.ts'
import { AccountsService } from '../trading/accounts.service.ts'
import { PositionsService } from '../trading/positions.service.ts'
import { TradingRepository } from '../trading/trading.repository.ts'
import { SessionAnalysesRepository } from './session-analyses.repository.ts'
import { SessionAnalyses } from './session-analyses.service.ts'
import { FiguresOfSessions } from './session-figures.ts'
import { SessionsRepository } from './sessions.repository.ts'

const { algorithms, journal, positions, sessions, tradingAccounts } = schema

const BTC = 'BTCUSDT:BINANCE'
const BNB = 'BNBUSDT:BINANCE'
/** Orders go to the stand-in one after the other. */
const FILLS = inject('lane') === 'full' ? 50 : 12
const BALANCE = 200_000
const LOT = 1e-5
const SPREAD = 1

/** The log of prices: each step has one of bitcoin, and the fees in a third coin are counted at its price. */
class Prices {
  readonly rows: TickRow[] = []
  readonly #bnb = { sequence: 0, time: 0, receivedAt: 0, bid: 600, ask: 600, flags: 0 }

  add(bid: number, time: number): TickRow {
    const row = { sequence: this.rows.length, time, receivedAt: time, bid, ask: bid + SPREAD, flags: 0 }
    this.rows.push(row)
    return row
  }
  async last(id: string): Promise<TickRow | null> {
    return id === BNB ? this.#bnb : (this.rows.at(-1) ?? null)
  }
  async heardAt(): Promise<number | null> {
    return this.rows.at(-1)?.receivedAt ?? null
  }
  async read(_: string, from: number, max: number): Promise<readonly TickRow[]> {
    return this.rows.slice(from, from + max)
  }
  async sequenceAt(_: string, time: number): Promise<number> {
    const at = this.rows.findIndex((row) => row.time >= time)
    return at < 0 ? this.rows.length : at
  }
}

let database: TestDatabase
let desk: BinanceDesk
let listing: ListedInstrument
let bnb: LiveTicks
beforeAll(async () => {
  database = await startTestDatabase()
})
// It waits for states, which only tests can.
beforeEach(async () => {
  desk = await BinanceDesk.open(database)
  bnb = new LiveTicks(desk.folder, BNB)
  const coin = { ...defineInstrument(BTC, { simulated: true }), simulated: false, lotSize: LOT, pipSize: 0.01 }
  listing = listInstrument(coin, { status: 'active', tradingOpen: true, minNotional: 5, quoteStep: 0.01 })
  await putListings(database.db, [listing])
})
afterEach(async () => {
  bnb?.stop()
  await desk?.end()
})
afterAll(() => database?.stop())

interface Books {
  readonly accountId: string
  readonly sessionId: string
  readonly algorithmId: string
}

/** A session on the account of the user at a venue. */
async function booksOf(venue: 'paper' | 'BINANCE'): Promise<Books> {
  const { db, pool } = database
  const { userId } = desk
  const accounts = await db.select().from(tradingAccounts)
  const account = accounts.find((one) => one.userId === userId && one.venue === venue)
  if (!account) throw new Error(`The user has no account at ${venue}`)
  const { id: accountId, connectionId } = account
  await pool.query(
    `update trading_accounts set currency = 'USDT', initial_balance = $1, balance = $1, created_at = $2 where id = $3`,
    [BALANCE, new Date(desk.lab.clock.now() - 60_000), accountId],
  )
  const [sessionId, algorithmId] = [newId(), newId()]
  await db.insert(algorithms).values({ id: algorithmId, userId, name: 'Parts' })
  await db.insert(sessions).values({
    id: sessionId,
    userId,
    algorithmId,
    algorithmName: 'Parts',
    brokerConnectionId: connectionId,
    brokerAccountId: accountId,
    instrumentId: BTC,
    interval: 'M1',
    externals: {},
    initialBalance: BALANCE,
    started: new Date(desk.lab.clock.now()),
    spec: {},
    specHash: '',
    engineVersion: '',
  })
  return { accountId, sessionId, algorithmId }
}

/** As the process that books an account does. */
async function inBooks<Result>(
  { accountId }: Books,
  work: (tx: Transaction, ledger: AccountLedger) => Promise<Result>,
): Promise<Result> {
  return database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    if (!ledger) throw new Error('There is no such account')
    return work(tx, ledger)
  })
}

interface Step {
  readonly bid: number
  /** Behind its own side of the quote. */
  readonly slippage: number
  /** Its fee is paid in a third coin, not in what is received. */
  readonly paysInBnb: boolean
  /** Opens this many twentieths of a coin, or closes a share of the open position `at`. */
  readonly opens: number
  readonly at: number
  readonly share: number
}

function stepsOf(seed: number): Step[] {
  const random = createRandom(seed)
  const whole = (to: number): number => Math.floor(random() * to)
  let [bid, open] = [60_000, 0]
  return Array.from({ length: FILLS }, (_, n): Step => {
    bid += whole(401) - 200
    const opens = open === 0 || (open < 4 && random() < 0.35) ? 1 + whole(5) : 0
    const share = [0.2, 0.5, 0.75, 1][whole(4)] ?? 1
    const at = opens > 0 ? 0 : whole(open)
    if (opens > 0) open += 1
    else if (share === 1) open -= 1
    return { bid, slippage: whole(4) / 2, paysInBnb: n % 3 === 1, opens, at, share }
  })
}

/** Asks for what each step says, as soon as it sees its price. */
const scriptOf = (steps: readonly Step[]): string => `
  const steps = ${JSON.stringify(steps)}
  let n = 0
  function onTick() {
    const step = steps[n++]
    if (!step) return
    if (step.opens > 0) return void buy({ quantity: step.opens / 20 })
    const position = positions.all()[step.at]
    const part = Math.max(1, Math.round((position.quantity / ${LOT}) * step.share)) * ${LOT}
    closePosition(position, step.share === 1 ? position.quantity : Math.round(part * 1e8) / 1e8)
  }`

function engineOf(steps: readonly Step[]) {
  const { javascript, errors } = analyzeScript(scriptOf(steps), 'algorithm')
  if (errors[0]) throw new Error(errors[0].message)
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(guardErrors(javascript).javascript, [])) as ScriptFactory
  const asked: PlaceRequest[] = []
  const session = createSession({
    spec: {
      ...DEFAULT_MODELS,
      instrument: listing,
      conversions: [],
      interval: 'Tick',
      resolution: 0,
      start: desk.lab.clock.now(),
      end: null,
      initialBalance: BALANCE,
      accountCurrency: 'USDT',
      externals: {},
      closures: [],
      seed: 1,
    },
    factory,
    send: (request) => void (request.kind === 'PLACE' && asked.push(request)),
  })
  const records: SessionRecords['positions'][number][] = []
  return {
    asked,
    session,
    drain: () => void records.push(...session.drain().positions),
    records,
  }
}

type Figures = Record<string, number>

/** A row of a position, closed or open, wherever it comes from. */
type Row = { readonly [Name in (typeof MONEY)[number] | 'quantity' | 'pips']: number } & {
  readonly openTime: number
  readonly closeTime: number | null
}

const MONEY = ['profit', 'spreadCost', 'slippageCost', 'commission', 'swapCost', 'fundingCost'] as const

/** By one function for all books: what results of backtests state, and the metrics. */
function figuresOf(closed: readonly Row[], open: readonly Row[]): Figures {
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
  const column = (name: keyof Row): Float64Array => Float64Array.from([...closed, ...open], (row) => row[name] ?? NaN)
  const columns = Object.fromEntries([...MONEY, 'pips' as const].map((name) => [name, column(name)])) as Record<
    (typeof MONEY)[number] | 'pips',
    Float64Array
  >
  const closeReason = Float64Array.from([...closed.map(() => 1), ...open.map(() => 0)])
  const worstProfit = columns.profit.map(() => NaN)
  const { ambiguous: _, ...result } = sumPositions({ ...columns, closeReason, worstProfit })
  const trades = closed.map(({ openTime, closeTime, ...row }): TradeRecord => {
    const { profit, pips, quantity, commission, swapCost, fundingCost, spreadCost, slippageCost } = row
    const costs = { commission, swapCost, fundingCost, spreadCost, slippageCost }
    return { openTime, closeTime: closeTime ?? NaN, profit, pips, quantity, ...costs }
  })
  const input = inputFromTrades(trades, { initialBalance: BALANCE, calendar: 'always' })
  const metrics = Object.entries(computeMetrics(input, { intervals: false }))
  return {
    ...result,
    open: open.length,
    profit: result.realized + result.unrealized,
    positiveProfit: sum(closed.map(({ profit }) => Math.max(0, profit))),
    negativeProfit: sum(closed.map(({ profit }) => Math.min(0, profit))),
    quantity: sum(closed.map(({ quantity }) => quantity)),
    ...Object.fromEntries(metrics.flatMap(([name, { value }]) => (value === null ? [] : [[`metric ${name}`, value]]))),
  }
}

/** The closed rows of a table with comma separated values, by the names of its columns. */
function readCsv(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

/** What the pages of a session, the dashboard of its algorithm and the API show of it. */
async function shownOf({ accountId, sessionId, algorithmId }: Books, prices: Prices) {
  const { db } = database
  const { userId } = desk
  const now = () => desk.lab.clock.now()
  const listings = async () => [listing]
  const valuation = new Valuation({ ticks: prices, listings, now })
  const sessionRows = new SessionsRepository(db)
  const trading = new TradingRepository(db)
  const service = new PositionsService({ db, repository: trading, valuation, now })
  const row = await sessionRows.get(sessionId, userId)
  const [session] = await new FiguresOfSessions(sessionRows, service).views(row ? [row] : [], userId)
  const { positions: newest, meta } = await service.closed(userId, { limit: 100, offset: 0, sessionId })
  const open = await service.openOfSession(sessionId)
  const analyses = new SessionAnalyses({
    repository: new SessionAnalysesRepository(db),
    sessions: sessionRows,
    algorithms: { get: async () => ({ readOnly: false }) as never },
    positions: service,
    listings,
    now,
  })
  const dashboard = await analyses.totals(algorithmId, userId)
  const curve = await sessionRows.cumulativeProfit(sessionId, 1_000)
  const processes = { isConnected: () => true, warningsOf: () => [] } as unknown as AccountProcesses
  const rightsOf = async () => ({ exchangeConnections: 1 })
  const accounts = new AccountsService({ db, repository: trading, valuation, processes, rightsOf, now })
  const account = await accounts.get(accountId, userId)
  const closed = newest.toReversed()
  return { session, meta, open, closed, dashboard, curve, figures: figuresOf(closed, open), account }
}

/** Sends what the script asks for, which the process of venues does, and returns its execution once that is booked. */
async function executed({ sessionId }: Books, payload: IntentPayload, rowNo: number): Promise<FillRow> {
  const { userId, accountId } = desk
  const before = new Set((await desk.fills()).map(({ tradeId }) => tradeId))
  for (let tries = 0; ; tries++) {
    const no = rowNo * 1_000 + tries
    const asked = { userId, accountId, sessionId, instrumentId: BTC, payload, installation: 'test', no, rowNo }
    const intent = newIntent({ ...asked, decidedAt: Date.now() })
    await inBooks({ accountId } as Books, (_, ledger) =>
      ledger.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] }),
    )
    await expect.poll(() => desk.state(intent.id), { interval: 10 }).toMatch(/^(FILLED|UNSENT)$/)
    // On a busy machine it may have waited too long to be sent.
    if ((await desk.state(intent.id)) === 'UNSENT') continue
    const fill = (await desk.fills()).find(({ tradeId }) => !before.has(tradeId))
    if (!fill?.positionId) throw new Error('The fill is not booked')
    return fill
  }
}

const TITLE = `shows one profit for the same ${FILLS} fills, in a backtest, on paper and at Binance, by every name`
it(TITLE, { timeout: 120_000 }, async () => {
  const steps = stepsOf(7)
  const { db } = database
  const { clock, accounts } = desk.lab
  const prices = new Prices()
  const [binance, paper] = [await booksOf('BINANCE'), await booksOf('paper')]
  const engine = engineOf(steps)
  const numbers = new Map<string, number>()
  const held = new Map<string, string>()
  const slippages = new Map<number, number>()
  /** Fees in a third coin are not paid from the currency of the account. */
  let [feesInCoin, transfers] = [0, 0]
  accounts.deposit(desk.venue.apiKey, 'BNB', '10')
  for (const [n, step] of steps.entries()) {
    // The log of prices, the market of the stand-in, and the engine.
    const now = clock.now()
    const tick = prices.add(step.bid, now)
    bnb.add(600, 0)
    desk.price(tick.bid, { time: now })
    const [bid, ask] = [tick.bid - step.slippage, tick.ask + step.slippage].map((price) => price.toFixed(2))
    desk.lab.markets.quote('BTCUSDT', { bid: bid ?? '', ask: ask ?? '', quantity: '50' })
    desk.venue.paysFeesIn = step.paysInBnb ? { asset: 'BNB', price: toUnits('600') } : null
    const columns = {
      kind: 'tick',
      time: Float64Array.of(now),
      bid: Float64Array.of(tick.bid),
      ask: Float64Array.of(tick.ask),
    } as const
    engine.session.take({ kind: 'ROWS', instrumentId: BTC, columns })
    const request = engine.asked.pop()
    if (!request) throw new Error(`The script asked for nothing at ${n}`)
    const { orderId, closes, kind: _, ...terms } = request
    const isBuy = terms.side === 'BUY'
    const positionId = [...numbers].find(([, number]) => number === closes)?.[0] ?? ''
    const payload = isBuy
      ? { kind: 'PLACE' as const, ...terms }
      : { kind: 'CLOSE' as const, positionId, quantity: terms.quantity }
    const fill = await executed(binance, payload, n)
    if (step.paysInBnb) feesInCoin += fill.fee
    if (isBuy) numbers.set(fill.positionId ?? '', 0)
    const time = fill.time.getTime()
    slippages.set(time, step.slippage)
    // The same execution on the other books.
    const quote = { bid: fill.bid ?? NaN, ask: fill.ask ?? NaN }
    const { price, quantity, received, fee: commission, tradeId } = fill
    const amounts = { price, quantity, commission, ...(received === null ? {} : { received }) }
    const event = { kind: 'FILL', time, orderId, tradeId, ...amounts, isMaker: false, quote } as const
    engine.session.take({ kind: 'EVENT', event, isAttached: false })
    if (isBuy) numbers.set(fill.positionId ?? '', numberOf(engine.session.live().positions, numbers))
    await onPaper(paper, fill, { ...tick, ...quote }, held)
    if (n % 7 === 3) {
      const cost = n % 2 === 0 ? 'funding' : 'swap'
      const amount = (n % 5) * 1.7 - 2.3
      const financing = { id: `financing ${n}`, cost, time, instrumentId: BTC, amount } as const
      // The spot market has none: as the process of venues books what another one tells, which comes twice.
      desk.venue.receive('USDT', BigInt(Math.round(-amount * 1e8)))
      for (let told = 0; told < 2; told++) {
        await inBooks(binance, (tx, ledger) => bookFinancing(tx, ledger, financing, 'venue'))
        await inBooks(paper, (tx, ledger) => bookFinancing(tx, ledger, financing, 'account'))
      }
      const open = await openOf(binance)
      const whole = open.reduce((sum, row) => sum + row.quantity, 0)
      for (const row of open) {
        const share = { cost, positionId: numbers.get(row.id) ?? 0, amount: (amount * row.quantity) / whole } as const
        engine.session.take({ kind: 'EVENT', event: { kind: 'FINANCING', time, ...share }, isAttached: false })
      }
    }
    if (n % 10 === 5) {
      const transfer = n % 20 === 5 ? 5_000 : -1_250
      transfers += transfer
      const known = await transfersOf(binance)
      accounts.deposit(desk.venue.apiKey, 'USDT', String(transfer))
      await expect.poll(() => transfersOf(binance)).toBe(known + 1)
      await inBooks(paper, (tx, ledger) => deposit(tx, ledger, `transfer ${n}`, transfer))
      engine.session.take({
        kind: 'EVENT',
        event: { kind: 'BALANCE', time, balance: null, transfer },
        isAttached: false,
      })
    }
    engine.drain()
  }
  const cash = Number(desk.venue.balance('USDT').free)
  const stated = async () => (await db.select().from(tradingAccounts)).find(({ id }) => id === binance.accountId)
  await expect.poll(async () => (await stated())?.balance).toBeCloseTo(cash, 8)
  const live = engine.session.live()
  const [onVenue, onOwn] = [await shownOf(binance, prices), await shownOf(paper, prices)]
  const open = live.positions
    .filter(({ status }) => status === 'OPEN')
    .map((view) => ({ ...view, ...openCosts(view, slippages) }))
  const tested = figuresOf(engine.records, open)
  const text = (value: number | undefined): string => (value ?? NaN).toFixed(10).padStart(22)
  const names = Object.keys(tested)
  console.log(
    [
      `${''.padEnd(30)}${['Backtest', 'Paper', 'Binance'].map((one) => one.padStart(22)).join('')}`,
      ...names.map(
        (name) => name.padEnd(30) + [tested, onOwn.figures, onVenue.figures].map((one) => text(one[name])).join(''),
      ),
    ].join('\n'),
  )
  expect(names.length).toBeGreaterThan(40)
  const csv = readCsv(CSV_HEAD + csvLines(engine.records.map((record) => ({ ...record, tag: null }))))
  const value = (name: string): number => tested[name] ?? NaN
  for (const { session, meta, figures, account, open: rows, closed, dashboard, curve } of [onVenue, onOwn]) {
    for (const name of names) near(figures[name], tested[name], name)
    near(session?.realisedProfit, value('realized'), 'session: realized')
    near(session?.unrealisedProfit, value('unrealized'), 'session: unrealized')
    near(session?.totalProfit, value('profit'), 'session: total')
    near(session?.percentageBalance, tidy(value('profit') / (BALANCE / 100)), 'session: percent')
    expect([session?.openPositionCount, session?.closedPositionCount]).toEqual([open.length, engine.records.length])
    near(dashboard.realizedProfit, value('realized'), 'dashboard: realized')
    near(dashboard.unrealizedProfit, value('unrealized'), 'dashboard: unrealized')
    near(dashboard.realizedPips, value('pips'), 'dashboard: pips')
    expect([dashboard.openPositionCount, dashboard.closedPositionCount]).toEqual([open.length, engine.records.length])
    near(curve.at(-1)?.profit, value('realized'), 'chart: cumulative profit')
    near(meta.totalProfit, value('realized'), 'meta: total')
    near(meta.positiveProfit, value('positiveProfit'), 'meta: positive')
    near(meta.negativeProfit, value('negativeProfit'), 'meta: negative')
    near(meta.totalMovement, value('pips'), 'meta: pips')
    expect(meta.closedPositionCount).toBe(engine.records.length)
    expect(closed).toHaveLength(csv.length)
    for (const [at, line] of csv.entries()) {
      for (const name of ['quantity', 'openPrice', 'closePrice', 'pips', ...MONEY] as const)
        near(closed[at]?.[name] ?? NaN, Number(line[name]), `row ${at}: ${name}`)
    }
    const paid = rows.reduce((sum, one) => sum + one.commission + one.swapCost + one.fundingCost, 0)
    near(account.equity, account.balance + account.unrealisedProfit, 'account: equity')
    const shown = rows.reduce((sum, one) => sum + one.profit, 0) + paid
    near(account.unrealisedProfit, shown, 'account: unrealized', 4 * rows.length)
  }
  // The change of equity, without transfers, but for the decimals to which rows are rounded.
  const count = open.length + engine.records.length
  near(live.equity - BALANCE - transfers, value('profit'), 'backtest: equity', count)
  near(onOwn.account.equity - BALANCE - transfers, value('profit'), 'paper: equity', count)
  near(onVenue.account.equity - BALANCE - transfers - feesInCoin, value('profit'), 'Binance: equity', count)
  expect(await verifyAccount(db, paper.accountId)).toEqual([])
  await desk.expectConsistent()
})

/** To 1e-9. `rounded`: how many numbers with eight decimals one of them was added up from, where the other was not. */
function near(actual: number | undefined, wanted: number | undefined, name: string, rounded = 0): void {
  const difference = Math.abs((actual ?? NaN) - (wanted ?? NaN))
  expect(difference, `${name}: ${actual} instead of ${wanted}`).toBeLessThan(1e-9 + rounded * 0.5e-8)
}

/** What backtests state of open positions at their end: half the spread twice, and the slippage of the opening. */
function openCosts(
  { openTime, quantity }: { readonly openTime: number; readonly quantity: number },
  slippages: ReadonlyMap<number, number>,
): Pick<Row, 'spreadCost' | 'slippageCost'> {
  const slippage = slippages.get(openTime) ?? NaN
  return { spreadCost: tidy(SPREAD * quantity), slippageCost: tidy(slippage * quantity) }
}

/** That of the position which the newest event has opened. */
function numberOf(
  views: readonly { readonly id: number; readonly status: string }[],
  known: ReadonlyMap<string, number>,
): number {
  const numbers = new Set(known.values())
  return views.find(({ id, status }) => status === 'OPEN' && !numbers.has(id))?.id ?? 0
}

async function openOf({ accountId }: Books): Promise<PositionRow[]> {
  const rows = await database.db.select().from(positions)
  return rows
    .filter((row) => row.accountId === accountId && row.status === 'OPEN')
    .toSorted((a, b) => a.openTime.getTime() - b.openTime.getTime())
}

async function transfersOf({ accountId }: Books): Promise<number> {
  const entries = await database.db.select().from(journal)
  return entries.filter((entry) => entry.accountId === accountId && entry.kind === TRANSFER_ENTRY).length
}

async function deposit(tx: Transaction, ledger: AccountLedger, id: string, amount: number): Promise<void> {
  const { account } = ledger
  const row = { ...account, balance: account.balance + amount }
  await ledger.record({ kind: 'BALANCE', rows: [{ table: 'accounts', row }] })
  await noteTransfer(tx, ledger, { id, transfer: amount })
}

/** Books an execution as the process of paper accounts does. `held`: its positions by those at the venue. */
async function onPaper(books: Books, fill: FillRow, tick: TickRow, held: Map<string, string>): Promise<void> {
  const { accountId, sessionId } = books
  const { userId } = desk
  const id = newId()
  const isOpening = fill.side === 'BUY'
  const positionId = isOpening ? id : (held.get(fill.positionId ?? '') ?? '')
  if (isOpening) held.set(fill.positionId ?? '', id)
  const open = new Map((await openOf(books)).map((row) => [row.id, row]))
  const quantity = fill.received ?? fill.quantity
  const at = fill.time.getTime()
  const own = isOpening ? { kind: 'PLACE' as const } : { kind: 'CLOSE' as const, positionId, quantity }
  const placed = {
    instrumentId: BTC,
    type: 'MARKET' as const,
    side: fill.side,
    quantity,
    limitPrice: null,
    stopPrice: null,
  }
  const rest = { timeInForce: 'GTC' as const, expiry: null, postOnly: false, reduceOnly: false, trailingStop: null }
  const levels = { stopLoss: null, takeProfit: null, stopLossDistance: null, takeProfitDistance: null }
  const payload = own.kind === 'CLOSE' ? own : { ...own, ...placed, ...rest, ...levels }
  const intent = newIntent({
    accountId,
    userId,
    sessionId,
    instrumentId: BTC,
    payload,
    installation: 'test',
    decidedAt: at,
    no: Number(fill.tradeId.split('-')[1]),
    id,
  })
  const order = {
    id,
    accountId: accountId,
    intentId: id,
    clientId: intent.clientId,
    positionId: isOpening ? null : positionId,
    ...placed,
    ...rest,
    ...levels,
    status: 'NEW' as const,
    filled: 0,
    average: null,
    reason: null,
    isProtective: false,
    time: fill.time,
    changedAt: fill.time,
    matchedRow: -1,
    isResting: false,
    isTriggered: false,
  }
  const book = { position: () => null, marginOf: () => 0 }
  const working = { ...intent, state: 'WORKING' as const }
  const booking = new FillBooking({
    book: book as never,
    userId,
    accountId: accountId,
    instruments: new Map([[BTC, listing]]),
    orders: new Map([[id, order as never]]),
    positions: open,
    guards: new Map(),
    intents: new Map([[id, working]]),
    refused: new Map(),
    held: new Map(),
    tick,
    now: fill.time,
  })
  const [halfSpread, behind] = [(tick.ask - tick.bid) / 2, isOpening ? fill.price - tick.ask : tick.bid - fill.price]
  const terms = { quantity, price: fill.price, time: at, commission: fill.fee, halfSpread, slippage: behind, rate: 1 }
  const event = { orderId: id, positionId, ...terms, isMaker: false }
  const profit = isOpening ? 0 : (fill.price - (open.get(positionId)?.openPrice ?? NaN)) * quantity
  booking.add(isOpening ? { kind: 'OPENED', ...event } : { kind: 'CLOSED', ...event, profit, reason: 'script' })
  booking.finish()
  await inBooks(books, (_, ledger) => {
    const balance = ledger.account.balance + profit - fill.fee
    const rows: LedgerRow[] = [
      { table: 'intents', row: working },
      { table: 'venue_orders', row: order as never },
      ...booking.rows,
      { table: 'accounts', row: { ...ledger.account, balance } },
    ]
    return ledger.record({ kind: 'FILL', rows })
  })
}
