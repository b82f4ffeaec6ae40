import type { OandaAccount } from '../trading/oanda-account.ts'
import { OandaError } from './oanda-error.ts'

export interface OandaRequest {
  /** Of the path: `accountID`. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Null without one. */
  readonly body: unknown
  readonly token: string
  /** The one that the path names. */
  readonly account: OandaAccount
}

export interface RouteAnswer {
  readonly status: number
  readonly body: object
}

/** By method and path, with names in it as the venue's document has: `GET /v3/accounts/{accountID}/orders`. */
export type Routes = Readonly<Record<string, (request: OandaRequest) => object | RouteAnswer>>

/** The route of a request, and what its path names; a path without names goes first. */
export function findRoute<Route>(
  routes: Readonly<Record<string, Route>>,
  method: string,
  path: string,
): { readonly name: string; readonly route: Route; readonly named: Readonly<Record<string, string>> } | null {
  const matches = Object.entries(routes).flatMap(([name, route]) => {
    const named = match(name, `${method} ${path}`)
    return named === null ? [] : [{ name, route, named }]
  })
  const names = (one: { readonly named: object }): number => Object.keys(one.named).length
  return matches.sort((a, b) => names(a) - names(b))[0] ?? null
}

function match(pattern: string, text: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), text.split('/')]
  if (wanted.length !== given.length) return null
  const named: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith('{')) named[part.slice(1, -1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return named
}

/** A whole number from a query; throws for anything else. */
export function integerOf(query: URLSearchParams, name: string): number | null {
  const value = query.get(name)
  if (value === null) return null
  if (!/^\d{1,15}$/.test(value)) throw new OandaError(400, `Invalid value specified for '${name}'`)
  return Number(value)
}

/** Comma-separated; null if it was not given. */
export function listOf(query: URLSearchParams, name: string): readonly string[] | null {
  return query.get(name)?.split(',') ?? null
}
