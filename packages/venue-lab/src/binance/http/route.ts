import type { Params } from './params.ts'

/** Who asks, where in the code a route does not care who. */
export interface Route<Caller> {
  /** Names of the parameters besides those of the signature. */
  readonly takes: readonly string[]
  readonly weight: number | ((params: Params) => number)
  /** How many orders it places. */
  readonly orders?: number
  /** Answers with the body. `caller` has been checked. */
  answer(params: Params, caller: Caller): unknown
}

/** By method and path: `GET /api/v3/time`. */
export type Routes<Caller> = Readonly<Record<string, Route<Caller>>>
