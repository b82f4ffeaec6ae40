import { freezeWhole, ORDER_FIELDS, type ScriptApi } from '@tradeloom/engine'

import type { Action } from './action.ts'
import { callPlace } from './call-place.ts'
import type { Observation, Observed } from './observation.ts'
import { ViewWrapper } from './view-wrapper.ts'

/** More actions reveal nothing new. */
const MAX_ACTIONS = 20_000
/** Finding the place of a call costs more than the call. */
const MAX_PLACES = 1_000

type Call = (...values: unknown[]) => unknown

/** The script API, with every call recorded. */
export function observeApi(api: ScriptApi, observed: Observed, observation: Observation): ScriptApi {
  const now = api['now'] as () => number
  const views = new ViewWrapper({ api, observed, observation, now })
  const { moreHistory } = observation
  const note = (kind: Action['kind'], detail: string, attached = ''): void => {
    const { actions } = observed
    const isWatched = now() === observation.readsAt
    if (isWatched) observed.readsBefore = Math.min(observed.readsBefore, observed.reads.length)
    if (actions.length >= MAX_ACTIONS) return
    const isPlaced = isWatched || (observation.places === true && actions.length < MAX_PLACES)
    actions.push({ time: now(), kind, detail, attached, place: isPlaced ? callPlace() : null })
  }
  const call = (name: string): Call => api[name] as Call
  const trading = (of: ScriptApi, market = ''): Record<string, Call> => ({
    buy: traded(of, 'buy', market),
    sell: traded(of, 'sell', market),
    closeAll: (...values) => {
      const count = (of['closeAll'] as Call)(...values)
      if (count !== 0) note('close all', [count, market].join(' ').trim())
      return count
    },
  })
  const traded =
    (of: ScriptApi, name: 'buy' | 'sell', market: string): Call =>
    (request) => {
      const copy = copyOf(request)
      const order = (of[name] as Call)(copy)
      note(name, orderText(order, market), attachedText(copy))
      recordRejection(order, observed)
      return order
    }
  const markets = new Map<unknown, unknown>()
  const market: Call = (name) => {
    const raw = call('market')(name) as ScriptApi
    const known = markets.get(raw) ?? observeMarket(raw, views.ofMarket(raw, String(name)), trading(raw, String(name)))
    markets.set(raw, known)
    return known
  }
  const changes: Record<string, Call> = {
    ...trading(api),
    market,
    closePosition: (...values) => {
      const order = call('closePosition')(...values)
      note('close', orderText(order))
      return order
    },
    modify: (...values) => {
      const answer = call('modify')(...values)
      note('modify', String((answer as { accepted?: unknown }).accepted))
      return answer
    },
    // They read values through the wrapped views, so that these reads are recorded too.
    crossedAbove: call('crossedAbove'),
    crossedBelow: call('crossedBelow'),
    oco: (...values) => {
      const answer = call('oco')(...values)
      note('oco', String((answer as { accepted?: unknown }).accepted))
      return answer
    },
    cancel: (...values) => {
      const answer = call('cancel')(...values)
      note('cancel', String((answer as { accepted?: unknown }).accepted))
      return answer
    },
  }
  const wrapped: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(api)) {
    wrapped[name] = typeof value === 'function' ? (changes[name] ?? views.plainCall(value as Call)) : value
  }
  wrapped['bars'] = views.bars
  wrapped['every'] = views.every
  wrapped['indicators'] = views.indicators()
  if (moreHistory) requestHistory(api, moreHistory)
  return freezeWhole(wrapped)
}

/** The object of another market, with its views wrapped and its trading calls recorded. */
function observeMarket(raw: ScriptApi, views: ViewWrapper, trading: Record<string, Call>): unknown {
  const observed: object = {}
  const replaced: Record<string, unknown> = {
    ...trading,
    bars: views.bars,
    every: views.every,
    indicators: views.indicators(),
  }
  for (const name of Object.keys(raw)) {
    // Prices are getters: they are read when the script reads them.
    const value = Object.hasOwn(replaced, name) ? { value: replaced[name] } : { get: () => raw[name] }
    Object.defineProperty(observed, name, { ...value, enumerable: true })
  }
  return Object.freeze(observed)
}

/** Creates an average over that many bars, which makes the engine feed them. */
function requestHistory(api: ScriptApi, { interval, bars }: { interval: string; bars: number }): void {
  const { SMA } = api['indicators'] as Record<string, Call>
  SMA?.(interval, bars)
}

const ATTACHED = ['stopLoss', 'takeProfit', 'trailingStop', 'stopLossPips', 'takeProfitPips', 'trailingStopPips']

/** Reads each value once, as the engine does, so that getters cannot tell an analysis from a backtest. */
function copyOf(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(request)) copy[name] = undefined
  for (const name of ORDER_FIELDS) copy[name] = (request as Record<string, unknown>)[name]
  return copy
}

function attachedText(copy: unknown): string {
  if (typeof copy !== 'object' || copy === null) return ''
  const numbers = ATTACHED.map((name) => (copy as Record<string, unknown>)[name])
  return numbers.map((value) => (typeof value === 'number' ? String(value) : '')).join(' ')
}

function recordRejection(order: unknown, observed: Observed): void {
  const { status, reason } = order as { status: string; reason: string | null }
  if (status !== 'REJECTED') return
  const { rejected } = observed
  observed.rejected = { count: rejected.count + 1, reason: rejected.count === 0 ? String(reason) : rejected.reason }
}

/** The status is the last word. */
function orderText(order: unknown, market = ''): string {
  const { type, quantity, limitPrice, stopPrice, status } = order as Record<string, unknown>
  return [type, quantity, limitPrice, stopPrice, ...(market === '' ? [] : [market]), status].map(String).join(' ')
}
