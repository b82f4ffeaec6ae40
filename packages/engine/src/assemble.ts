import { createRandom, isBarInterval, type TradeRequest, type VenueEvent } from '@tradeloom/domain'
import type { CustomIndicator } from '@tradeloom/indicators'

import { Account } from './account/account.ts'
import { applyVenueEvent, type OpenedPosition } from './account/apply-venue-event.ts'
import { Booking } from './account/booking.ts'
import type { MarketPositions } from './account/market-positions.ts'
import { checkSpec } from './check-spec.ts'
import { Kernel } from './kernel.ts'
import { Clock } from './market/clock.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import type { TradedMarket } from './traded-market.ts'
import { WarmupPlan } from './warmup.ts'
import { OrderDesk } from './script/order-desk.ts'
import { OrderRegistry } from './account/order-registry.ts'
import { NO_MARGIN_WATCH } from './ports/margin-watch.ts'
import type { ScriptObserver } from './script/script-observer.ts'
import type { EquityRecorder } from './record/equity-recorder.ts'
import { PlacedOrders } from './record/placed-orders.ts'
import { Plots } from './record/plots.ts'
import { RunLog } from './record/run-log.ts'
import { externalMarket, type MarketContext, type MarketParts, simulatedMarket } from './run-markets.ts'
import type { RecordLimits } from './record/record-limits.ts'
import type { RunSpec } from './run-spec.ts'
import { Events } from './account/events.ts'
import { HandlerCalls } from './script/handler-calls.ts'
import { ignoresArgument } from './script/ignores-argument.ts'
import { intervalInUse } from './script/interval-in-use.ts'
import { KnownClock } from './script/known-clock.ts'
import { KnownSources } from './script/known-sources.ts'
import type { KnownSource, RevisedReads } from './script/known-source.ts'
import { ScriptActivity } from './script-activity.ts'
import { createScriptApi } from './script/script-api.ts'
import { ScriptGuard } from './script/script-guard.ts'
import type { ScriptFactory, ScriptHandlers } from './script/script-types.ts'
import type { SourceSeries } from './series.ts'
import type { ExternalVenue } from './venues/external/external-venue.ts'
import { Liquidation } from './venues/simulated/liquidation.ts'

export interface AssemblyParts {
  readonly spec: RunSpec
  readonly factory: ScriptFactory
  /** Indicators of users that the script may name. */
  readonly indicators: readonly CustomIndicator[]
  readonly limits: RecordLimits
  readonly recorder: EquityRecorder
  /** The run's instrument first. */
  readonly markets: readonly (MarketParts & { readonly positions: MarketPositions })[]
  /** Merges prices by time even for a single market. */
  readonly isMerged: boolean
  /** Takes the requests of orders, instead of the simulated market. */
  readonly send: ((request: TradeRequest) => void) | null
  readonly observer: ScriptObserver | null
  /** Datasets that the script may read. */
  readonly sources: readonly SourceSeries[]
}

/** Account, orders, markets and script of a run, connected; what drives it turns prices into calls of the kernel. */
export interface Assembly {
  readonly clock: Clock
  readonly account: Account
  readonly registry: OrderRegistry
  readonly desk: OrderDesk
  readonly recorder: EquityRecorder
  readonly log: RunLog
  readonly plots: Plots
  readonly markets: readonly TradedMarket[]
  readonly kernel: Kernel
  /** The bars of the run's interval; null for ticks. */
  readonly bars: IntervalBars | null
  readonly handlers: ScriptHandlers
  readonly plan: WarmupPlan
  /** Datasets that the script reads, and those of which it has read values whose known times are assumed. */
  readonly sources: KnownSources
  readonly revised: RevisedReads
  /** The datasets as the script has opened them. */
  readonly openedSources: readonly KnownSource[]
  /** Where the script returns to what drives it, it must be checked. */
  readonly guard: ScriptGuard
  /** Books what an external venue reports. */
  readonly apply: (event: VenueEvent) => void
  /** Positions that its reports have opened since they were handed out. */
  readonly opened: OpenedPosition[]
  /** The venues outside, by market; none in a simulation. */
  readonly externals: readonly ExternalVenue[]
}

/** Assembles a run and evaluates its script. Throws UserError, or what the script's top level throws. */
export function assemble(parts: AssemblyParts): Assembly {
  const { spec, limits, recorder, isMerged, send } = parts
  checkSpec(spec)
  const clock = new Clock()
  clock.time = spec.start
  const events = new Events()
  const log = new RunLog(limits)
  const account = new Account({
    markets: parts.markets.map(({ positions }) => positions),
    initialBalance: spec.initialBalance,
    maxPositions: limits.positions,
  })
  const registry = new OrderRegistry({
    clock,
    events,
    log,
    instrumentIds: parts.markets.map(({ spec: { instrument } }) => instrument.id),
    maxOrders: limits.orders,
    placed: new PlacedOrders(),
  })
  const booking = new Booking(account, registry, events)
  const context = { spec, clock, account, booking, registry, events }
  const warn = (text: string): void => log.write(clock.time, 'warning', text)
  const opened: OpenedPosition[] = []
  const note = (position: OpenedPosition): void => void opened.push(position)
  const apply = (event: VenueEvent): void =>
    applyVenueEvent({ account, booking, registry, accounting: spec.accounting, warn, opened: note }, event)
  const liquidation = new Liquidation({ clock, account, log })
  const venues = send ? externals(context, parts, send, apply) : simulated(context, parts, liquidation)
  const activity = new ScriptActivity()
  const kernel = new Kernel({
    clock,
    account,
    markets: venues.markets,
    isMerged,
    marginWatch: send ? NO_MARGIN_WATCH : liquidation,
    recorder,
    events,
    activity,
    path: spec.path,
    start: spec.start,
    end: spec.end,
  })
  const { markets, minimal } = venues
  const deskVenues = markets.map(({ venue }) => venue)
  const deskParts = { account, registry, activity, clock, venues: deskVenues, minimal }
  const desk = parts.observer?.desk(deskParts) ?? new OrderDesk(deskParts)
  const shared = { clock, account, registry, desk, recorder, log, kernel, markets, apply, opened }
  const plots = new Plots(limits.plotValues)
  const guard = new ScriptGuard()
  const script = evaluate(parts, { ...shared, plots, events, guard })
  return { ...shared, plots, guard, externals: venues.externals, ...script }
}

type Simulated = Parameters<typeof simulatedMarket>[0]['liquidation']

interface Venues {
  readonly markets: readonly TradedMarket[]
  readonly minimal: ConstructorParameters<typeof OrderDesk>[0]['minimal']
  readonly externals: readonly ExternalVenue[]
}

function simulated(context: MarketContext, parts: AssemblyParts, liquidation: Simulated): Venues {
  // Randomness for slippage and fills by touch: one sequence for all markets.
  const random = createRandom(context.spec.seed)
  const made = parts.markets.map((one) => simulatedMarket({ ...context, liquidation, random }, one, one.positions))
  const venues = made.map(({ venue }) => venue)
  context.booking.connect(venues)
  liquidation.connect(venues)
  return { markets: made.map(({ market }) => market), minimal: venues, externals: [] }
}

function externals(
  context: MarketContext,
  parts: AssemblyParts,
  send: (request: TradeRequest) => void,
  apply: (event: VenueEvent) => void,
): Venues {
  const made = parts.markets.map((one) => externalMarket(context, one, one.positions, { send, apply }))
  const venues = made.map(({ venue }) => venue)
  context.booking.connect(venues)
  return { markets: made.map(({ market }) => market), minimal: venues.map(() => null), externals: venues }
}

function evaluate(
  { spec, factory, indicators, observer, sources: given }: AssemblyParts,
  parts: Pick<
    Assembly,
    'clock' | 'account' | 'registry' | 'desk' | 'log' | 'kernel' | 'markets' | 'plots' | 'guard'
  > & {
    readonly events: Events
  },
): Pick<Assembly, 'bars' | 'handlers' | 'plan' | 'sources' | 'revised' | 'openedSources'> {
  const { kernel, markets, events } = parts
  const own = markets[0] as TradedMarket
  const plan = new WarmupPlan(markets)
  const bars = isBarInterval(spec.interval) ? intervalInUse(kernel, own, spec.interval) : null
  const requestWarmup = (market: TradedMarket, of: IntervalBars, count: number): void =>
    plan.add(market, of.interval, count)
  const knownClock = new KnownClock(
    parts.clock,
    markets.map(({ rows }) => rows),
  )
  const sources = new KnownSources(given)
  const calls = new HandlerCalls(spec.start, knownClock, !sources.isEmpty)
  const known = { sources, knownClock, calls, revised: new Map() as RevisedReads, openedSources: [] as KnownSource[] }
  const api = createScriptApi({ spec, indicators, requestWarmup, observer, ...known, ...parts })
  const handlers = factory(api, parts.guard)
  parts.guard.check()
  const { onStart, onTick, onIntervalClose, onOrder, onPositionOpened, onPositionClosed } = handlers
  const noted = <Item>(handler: ((item: Item) => unknown) | undefined) => handler && calls.note(handler)
  if (onTick) own.addTickHandler(calls.note(onTick), true)
  kernel.onStart = onStart
  events.listen({
    onOrder: noted(onOrder),
    onPositionOpened: noted(onPositionOpened),
    onPositionClosed: noted(onPositionClosed),
  })
  if (onIntervalClose && bars) bars.addHandler(calls.note(onIntervalClose), !ignoresArgument(onIntervalClose), true)
  return { bars, handlers, plan, sources, revised: known.revised, openedSources: known.openedSources }
}
