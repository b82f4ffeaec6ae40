/** One thing that a run models, with the ways in which it can be modelled. */
export interface ModelEntry {
  readonly title: string
  /** File of the rule, below the engine's sources. */
  readonly file: string
  /** By the name that settings carry, what each way assumes. */
  readonly choices: Readonly<Record<string, string>>
}

/** Every model of market, broker and account, by its name in the settings of a run. */
export const MODELS = {
  prices: {
    title: 'Prices',
    file: 'market/market-rows.ts',
    choices: {
      both: 'Bid and ask as they are.',
      bid: 'The bid for both sides.',
      ask: 'The ask for both sides.',
      mid: 'The middle of bid and ask for both sides.',
    },
  },
  path: {
    title: 'Way through a minute bar',
    file: 'market/intrabar-path.ts',
    choices: {
      adaptive: 'Open, the extreme nearer to it, the other one, close.',
      ohlc: 'Open, high, low, close.',
      olhc: 'Open, low, high, close.',
      worst: 'The extreme that is worse for the open positions first: stops are met before targets.',
    },
  },
  slippage: {
    title: 'Slippage',
    file: 'venues/simulated/slippage.ts',
    choices: {
      fixed: "The same distance against the trader on every fill that takes the market's price.",
      random: 'A distance drawn for each such fill from a normal distribution with a seed, never below zero.',
    },
  },
  commission: {
    title: 'Commission',
    file: 'venues/simulated/commission.ts',
    choices: {
      perLot: 'Money for each 100,000 units.',
      percent: 'Per cent of the value of the fill.',
      minimum: 'The least that a fill costs which is charged at all, however many positions it closes and opens.',
      makerPercent: 'Per cent on top for orders that waited at their price; below zero a rebate.',
      takerPercent: "Per cent on top for orders that took the market's price.",
    },
  },
  limitFill: {
    title: 'Fill of waiting limits and targets',
    file: 'venues/simulated/limit-fill.ts',
    choices: {
      through: 'The market must trade through the price.',
      touch: 'A price of the market equal to it is enough.',
      probability:
        'An equal price fills with a probability, once, with a seed; after that the market must trade through.',
    },
  },
  latencyMs: {
    title: 'Latency',
    file: 'venues/simulated/scheduled-events.ts',
    choices: {
      milliseconds:
        'Orders, changes and cancellations take effect at the first price that comes so long after they were sent, or later.',
    },
  },
  staleAfterMs: {
    title: 'Stale price guard',
    file: 'venues/simulated/matching.ts',
    choices: { milliseconds: 'Market orders whose first price comes later than this are cancelled.' },
  },
  swap: {
    title: 'Swap',
    file: 'account/swap.ts',
    choices: {
      pips: 'Pips a night for each side, at 17:00 New York, one weekday three nights.',
      percent: 'Per cent a year of the value, by nights of a year of 360 days.',
      rates: 'Known rates by day, in either unit; each holds until the next, before the first the constant ones.',
    },
  },
  funding: {
    title: 'Funding of perpetuals',
    file: 'account/funding.ts',
    choices: {
      rate: 'The same fraction of the value at each payment.',
      rates: 'Known rates by time; where none is known the constant one.',
    },
  },
  margin: {
    title: 'Margin',
    file: 'account/margin-model.ts',
    choices: {
      instrument: 'The rate of the instrument.',
      rate: 'One rate for all quantities.',
      tiers: 'Rates by quantity, each for the units of its tier.',
    },
  },
  accounting: {
    title: 'Accounting',
    file: 'venues/simulated/fills.ts',
    choices: {
      hedging: 'Every order opens a position of its own.',
      netting: 'An order closes what is open the other way first, the oldest first.',
    },
  },
} as const satisfies Readonly<Record<string, ModelEntry>>
