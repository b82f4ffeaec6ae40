import type { CallExpression, Program } from 'acorn'
import type { Reference } from 'eslint-scope'
import { readLiteral } from './read-literal.ts'
import type { Report } from './report.ts'
import { topLevelCalls } from './top-level-calls.ts'

/** Other instruments that one script can trade. Each one makes the host load another series of prices. */
export const MAX_MARKETS = 16

/** A symbol, or a symbol and its broker: `GBPUSD` or `GBPUSD:FXCM`. Symbols are upper-case everywhere. */
const MARKET_NAME = /^[A-Z0-9._-]{1,32}(:[A-Z0-9._-]{1,32})?$/

/**
 * Lists the instruments that a script opens with `market('GBPUSD')`, in the order of their first calls. The host loads
 * their prices before the script runs, so each name must be a literal, and every call must run at the start.
 */
export function readMarkets(program: Program, references: readonly Reference[], report: Report): string[] {
  const found = new Set<string>()
  for (const call of topLevelCalls(program, references, { name: 'market', example: "market('GBPUSD')" }, report)) {
    const name = nameOf(call, report)
    if (name === null || found.has(name)) continue
    if (found.size === MAX_MARKETS) report.error(`A script can use at most ${MAX_MARKETS} other markets`, call)
    else found.add(name)
  }
  return [...found]
}

function nameOf(call: CallExpression, report: Report): string | null {
  const [argument, surplus] = call.arguments
  const name = argument === undefined ? undefined : readLiteral(argument)
  if (typeof name !== 'string' || surplus !== undefined) {
    report.error("market takes one literal string, as in market('GBPUSD')", surplus ?? argument ?? call)
    return null
  }
  if (MARKET_NAME.test(name)) return name
  report.error(`'${name}' is not a market: write a symbol such as GBPUSD, or SYMBOL:BROKER`, argument ?? call)
  return null
}
