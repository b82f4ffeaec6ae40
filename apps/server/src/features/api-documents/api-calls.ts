import { type ApiTerms, type Endpoint, type EndpointName, endpoints, type Route, routes } from '@tradeloom/contracts'

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

/** Unique: a public twin has its own. */
export function operationId({ name, isPublicTwin }: Route): EndpointName | `${EndpointName}Public` {
  return isPublicTwin ? `${name}Public` : name
}
