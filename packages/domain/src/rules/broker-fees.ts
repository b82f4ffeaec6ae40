import type { Instrument } from '../instrument.ts'
import { defaultModels } from '../settings/settings.ts'
import type { Commission } from './commission-of.ts'

type Fees = Pick<Commission, 'makerPercent' | 'takerPercent'>

const NONE: Fees = { makerPercent: 0, takerPercent: 0 }

const SIMULATED = { Forex: NONE, Cryptocurrency: { makerPercent: 0.02, takerPercent: 0.05 } }

/** What brokers charge on fills beside the spread, without discounts, in percent of their value. */
const FEES: Readonly<Record<string, Partial<Record<Instrument['product'], Fees>>>> = {
  BINANCE: { Cryptocurrency: { makerPercent: 0.1, takerPercent: 0.1 } },
  BITFINEX: { Cryptocurrency: { makerPercent: 0.1, takerPercent: 0.2 } },
  // Their costs are in the spread.
  OANDA: { Forex: NONE, CFD: NONE },
  FXCM: { Forex: NONE, CFD: NONE },
  SIM: SIMULATED,
  SIM2: SIMULATED,
}

/** What the broker of an instrument charges on fills; null where it is not known. */
export function brokerFees({ broker, product }: Pick<Instrument, 'broker' | 'product'>): Commission | null {
  const fees = FEES[broker]?.[product]
  return fees === undefined ? null : { ...defaultModels().commission, ...fees }
}
