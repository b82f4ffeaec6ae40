const E = 'packages/engine/src'

/** The test for each kind of order and each model, by its name in the engine's registries: file and title. */
export const ENGINE_TESTS: Readonly<Record<string, readonly [file: string, title: string]>> = {
  MARKET: [`${E}/run.test.ts`, 'fills an order of onIntervalClose at the first price after the close'],
  LIMIT: [`${E}/run.test.ts`, 'fills a limit at its own price on the path, and at the better price after a gap'],
  STOP: [`${E}/run.test.ts`, 'fills a stop at its own price on the path, and at the worse price after a gap'],
  STOP_LIMIT: [`${E}/run.test.ts`, 'turns a stop-limit order into a limit order at its stop'],
  GTC: [`${E}/venues/simulated/time-in-force.test.ts`, 'leaves GTC and GTD working'],
  IOC: [`${E}/venues/simulated/time-in-force.test.ts`, 'ends IOC and FOK at a first price that fills nothing'],
  FOK: [`${E}/venues/simulated/time-in-force.test.ts`, 'ends IOC and FOK at a first price that fills nothing'],
  GTD: [`${E}/venues/simulated/time-in-force.test.ts`, 'fills a GTD order until just before its expiry, but not at it'],
  postOnly: [`${E}/venues/simulated/post-only.test.ts`, 'cancels a post-only order that its first price would fill'],
  reduceOnly: [
    `${E}/venues/simulated/reduce-only.test.ts`,
    'closes the oldest position first by a reduce-only order and opens nothing',
  ],
  stopLoss: [
    `${E}/venues/simulated/gaps.test.ts`,
    'closes at the gap price beyond a stop loss or a target, long and short',
  ],
  takeProfit: [`${E}/venues/simulated/limit-fill.test.ts`, 'queues a take profit at its price like a limit order'],
  trailingStop: [
    `${E}/venues/simulated/trailing-stop.test.ts`,
    'matches a plain scan of every tick for many trailing stops at once',
  ],
  oco: [`${E}/venues/simulated/oco.test.ts`, 'cancels the other order when one fills, and names it in the reason'],
  bracket: [`${E}/venues/simulated/oco.test.ts`, 'closes a position by one side of its bracket'],
  partialClose: [
    `${E}/venues/simulated/partial-close.test.ts`,
    'splits the costs of a position by quantity on a partial close',
  ],
  'prices: both': [`${E}/run.test.ts`, 'buys at the ask, sells at the bid'],
  'prices: bid': ['tests/golden/golden.test.ts', 'golden runs'],
  'prices: ask': [`${E}/market/market-rows.test.ts`, 'uses one side for both, or the mid price'],
  'prices: mid': [`${E}/market/market-rows.test.ts`, 'uses one side for both, or the mid price'],
  'spread: data': ['packages/market-data/src/store/spread-model.test.ts', 'gives other columns than another spread'],
  'spread: fixed': ['packages/market-data/src/store/spread-model.test.ts', 'is applied around trades'],
  'spread: hourly': ['packages/market-data/src/store/spread-model.test.ts', 'is applied around trades'],
  'path: adaptive': [`${E}/loops/intrabar-path.test.ts`, 'visits the low first if both extremes are equally far'],
  'path: ohlc': [`${E}/loops/intrabar-path.test.ts`, 'follows the configured path with long and short positions'],
  'path: olhc': [`${E}/loops/intrabar-path.test.ts`, 'follows the configured path with long and short positions'],
  'path: worst': [
    `${E}/venues/simulated/ambiguity.properties.test.ts`,
    'is decided for the lower or higher equity at the end of the bar by the worst and best path',
  ],
  'path: best': [
    `${E}/venues/simulated/ambiguity.properties.test.ts`,
    'is decided for the lower or higher equity at the end of the bar by the worst and best path',
  ],
  'slippage: fixed': [
    `${E}/venues/simulated/slippage.test.ts`,
    'applies a fixed distance against the trader to opening and closing fills',
  ],
  'slippage: random': [`${E}/venues/simulated/slippage.test.ts`, 'never favors the trader with random slippage'],
  'commission: perLot': [
    `${E}/venues/simulated/commission.test.ts`,
    'charges commission per lot, by value and at least the minimum on every fill',
  ],
  'commission: percent': [
    `${E}/venues/simulated/commission.test.ts`,
    'charges commission per lot, by value and at least the minimum on every fill',
  ],
  'commission: minimum': [
    `${E}/venues/simulated/commission.test.ts`,
    'charges commission per lot, by value and at least the minimum on every fill',
  ],
  'commission: makerPercent': [
    `${E}/venues/simulated/commission.test.ts`,
    'applies the maker fee, also as a rebate that no minimum raises',
  ],
  'commission: takerPercent': [
    `${E}/venues/simulated/commission.test.ts`,
    'adds the taker fee to market orders and stops',
  ],
  'limitFill: through': [
    `${E}/venues/simulated/limit-fill.test.ts`,
    'fills a limit order only when the market trades through its price, by default',
  ],
  'limitFill: touch': [
    `${E}/venues/simulated/limit-fill.test.ts`,
    'applies the same limit rule inside bars: the low at the limit',
  ],
  'limitFill: probability': [
    `${E}/venues/simulated/limit-fill.test.ts`,
    'draws the probability of a touch fill once per order, from the seed',
  ],
  'latencyMs: milliseconds': [
    `${E}/venues/simulated/latency.test.ts`,
    'lets an order meet the first tick at or after its arrival',
  ],
  'staleAfterMs: milliseconds': [
    `${E}/venues/simulated/latency.test.ts`,
    'cancels a market order whose first price comes too late',
  ],
  'swap: pips': [
    `${E}/account/swap.test.ts`,
    'charges swap at 17:00 New York across the start of daylight saving time and the triple Wednesday',
  ],
  'swap: percent': [`${E}/account/swap.test.ts`, 'computes percentage swap with a year of 360 days'],
  'swap: rates': [`${E}/account/swap.test.ts`, 'uses the swap rates of the day in New York until the next known ones'],
  'funding: hours': [`${E}/account/funding.test.ts`, 'charges funding at the configured interval'],
  'funding: rate': [
    `${E}/account/funding.test.ts`,
    'charges long positions and pays short positions three times a day at a constant rate',
  ],
  'funding: rates': [`${E}/account/funding.test.ts`, 'prefers known funding rates to the constant one'],
  'margin: instrument': [`${E}/account/margin.test.ts`, 'computes margin as quantity times price times rate'],
  'margin: rate': [`${E}/account/margin.test.ts`, 'computes margin as quantity times price times rate'],
  'margin: tiers': [`${E}/account/margin.test.ts`, 'applies margin tiers marginally, each rate to its own units'],
  'accounting: hedging': [`${E}/venues/simulated/reduce-only.test.ts`, "it.each(['hedging', 'netting'] as const)"],
  'accounting: netting': [`${E}/run.test.ts`, 'nets opposite orders in a netting account'],
}
