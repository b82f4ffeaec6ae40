import { DRILLS } from '@tradeloom/domain/drills'
import { DrilledTicks } from './drilled-ticks.ts'
import { RunningDrill } from './running-drill.ts'
import { Valuation, type ValuationParts } from './valuation.ts'

type Known = Omit<ConstructorParameters<typeof RunningDrill>[0], 'pace'> & { readonly endsAt: number }

export interface PracticedPricesParts extends ValuationParts {
  /** What runs on the account, as it was read last. */
  readonly drill: () => Known | null
}

/** Prices as one account sees them: those of everybody, and those of its drill until that ends, whoever has noticed. */
export function practicedPrices({ ticks, listings, now, drill }: PracticedPricesParts): Valuation {
  const running = (): RunningDrill | null => {
    const known = drill()
    if (known === null || now() >= known.endsAt) return null
    return new RunningDrill({ ...known, pace: (known.endsAt - known.startedAt) / DRILLS[known.kind].lastsMs })
  }
  return new Valuation({
    ticks: new DrilledTicks({ ticks, drill: running, now }),
    listings: async () => {
      const halted = running()
      if (halted?.isHalted(now()) !== true) return listings()
      return (await listings()).map((one) => (one.id === halted.instrumentId ? { ...one, tradingOpen: false } : one))
    },
    now,
  })
}
