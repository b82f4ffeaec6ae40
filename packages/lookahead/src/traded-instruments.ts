import type { Instrument } from '@tradeloom/domain'
import type { RunSpec } from '@tradeloom/engine'

/** The run's instrument and the other markets of its script, by id. */
export function tradedInstruments({ instrument, markets = [] }: RunSpec): ReadonlyMap<string, Instrument> {
  return new Map([instrument, ...markets.map((market) => market.instrument)].map((one) => [one.id, one]))
}
