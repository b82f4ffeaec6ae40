import type { MarketInstrument } from '@tradeloom/contracts'
import { findCurrency } from '@tradeloom/domain'
import type { InstrumentGroup } from './instruments-options.ts'

type Grouped = Pick<MarketInstrument, 'id' | 'displaySymbol' | 'exchangeName' | 'product' | 'dealt' | 'quote'>

export interface InstrumentsOfGroup<Instrument> {
  readonly title: string
  readonly instruments: readonly Instrument[]
}

/** Groups by title, with their instruments by symbol and exchange; by currency, an instrument is in two. */
export function groupInstruments<Instrument extends Grouped>(
  instruments: readonly Instrument[],
  by: InstrumentGroup,
): InstrumentsOfGroup<Instrument>[] {
  const groups = new Map<string, Instrument[]>()
  for (const instrument of instruments.toSorted(bySymbol)) {
    for (const title of titlesOf(instrument, by)) groups.set(title, [...(groups.get(title) ?? []), instrument])
  }
  return [...groups]
    .map(([title, members]) => ({ title, instruments: members }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}

export function bySymbol(a: Grouped, b: Grouped): number {
  return a.displaySymbol.localeCompare(b.displaySymbol, 'en') || a.exchangeName.localeCompare(b.exchangeName, 'en')
}

function titlesOf({ product, exchangeName, dealt, quote }: Grouped, by: InstrumentGroup): readonly string[] {
  if (by === 'Class') return [product]
  if (by === 'Exchange') return [exchangeName]
  return [dealt, quote].map((code) => {
    const name = findCurrency(code)?.name
    return name === undefined ? code : `${code} ${name}`
  })
}
