import { type ApiTerms, type Endpoint, type EndpointName, endpoints, type Route, routes } from '@tradeloom/contracts'
import { slugOf } from '@tradeloom/documentation'

/** A call that programs may make, at one of its addresses. */
export interface ApiCall {
  readonly route: Route
  readonly entry: Endpoint
  readonly terms: ApiTerms
  readonly tag: string
}

/** The subject of a call by its address. The first that fits wins. */
const TAGS: readonly (readonly [string, RegExp])[] = [
  ['Optimizations', /optimisation/],
  ['Backtests', /backtest|verif/],
  ['Sessions', /session/],
  ['Algorithms', /algorithm/],
  ['Indicators', /indicator/],
  ['Trading', /position|order|execution|account/],
  ['Market data', /instrument|market-data|historical|currenc|sources/],
  ['Account', /user|usage/],
]

export const TAG_NAMES: readonly string[] = TAGS.map(([name]) => name).toSorted()

/** Every call whose contract has terms for programs. */
export const API_CALLS: readonly ApiCall[] = routes.flatMap((route) => {
  const entry: Endpoint = endpoints[route.name]
  return entry.api === undefined ? [] : [{ route, entry, terms: entry.api, tag: tagOf(route.path) }]
})

function tagOf(path: string): string {
  return TAGS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'Account'
}

export const nameOf = ({ route }: ApiCall): string => `${route.method} ${route.path}`
/** Of the part of its page. */
export const idOf = ({ route }: ApiCall): string => slugOf(operationId(route))

/** Leads to the call on its page. */
export function linkTo(call: ApiCall): string {
  return `[${nameOf(call)}](${slugOf(call.tag)}#${idOf(call)})`
}

/** Unique: a public twin has its own. */
export function operationId({ name, isPublicTwin }: Route): EndpointName | `${EndpointName}Public` {
  return isPublicTwin ? `${name}Public` : name
}
