const E = 'packages/engine/src'

/** The test that holds each kind of order and each model, by the name in the engine's registries: file and title. */
export const ENGINE_TESTS: Readonly<Record<string, readonly [file: string, title: string]>> = {
  MARKET: [`${E}/run.test.ts`, 'fills an order of onIntervalClose at the first price after the close'],
  LIMIT: [`${E}/run.test.ts`, 'fills a limit at its own price on the way through, and at the better price of a gap'],
  STOP: [`${E}/run.test.ts`, 'fills a stop at its own price on the way, and pays for a gap'],
  STOP_LIMIT: [`${E}/run.test.ts`, 'turns a stop-limit order into a limit order at its stop'],
  GTC: [`${E}/venues/simulated/time-in-force.test.ts`, 'leaves GTC and GTD waiting'],
  IOC: [`${E}/venues/simulated/time-in-force.test.ts`, 'ends IOC and FOK at the first price that gives nothing'],
  FOK: [`${E}/venues/simulated/time-in-force.test.ts`, 'ends IOC and FOK at the first price that gives nothing'],
  GTD: [
    `${E}/venues/simulated/time-in-force.test.ts`,
    'fills a GTD order until the moment before its expiry and not at it',
  ],
  postOnly: [
    `${E}/venues/simulated/post-only.test.ts`,
    'are taken back when the first price they meet would fill them at once',
  ],
  reduceOnly: [`${E}/venues/simulated/reduce-only.test.ts`, 'close the oldest first and open nothing'],
  stopLoss: [
    `${E}/venues/simulated/gaps.test.ts`,
    'are paid for on stop losses and enjoyed on targets, long and short',
  ],
  takeProfit: [`${E}/venues/simulated/limit-fill.test.ts`, 'wait in the queue at their price as limit orders do'],
  trailingStop: [
    `${E}/venues/simulated/trailing-stop.test.ts`,
    'agree with a plain look at every tick, for many positions at once',
  ],
  oco: [`${E}/venues/simulated/oco.test.ts`, 'takes the other one back with a fill, and says which it was'],
  bracket: [`${E}/venues/simulated/oco.test.ts`, 'close a position by one of both'],
  partialClose: [
    `${E}/venues/simulated/partial-close.test.ts`,
    'takes its share of what was paid, and leaves the rest with the position',
  ],
  'prices: both': [`${E}/run.test.ts`, 'buys at the ask, sells at the bid'],
  'prices: bid': ['tests/golden/golden.test.ts', 'golden runs'],
  'prices: ask': [`${E}/market/market-rows.test.ts`, 'takes one side for both, or their middle'],
  'prices: mid': [`${E}/market/market-rows.test.ts`, 'takes one side for both, or their middle'],
  'spread: data': [
    'packages/market-data/src/store/spread-model.test.ts',
    'makes other columns than another spread, and the same again',
  ],
  'spread: fixed': ['packages/market-data/src/store/spread-model.test.ts', 'is put around trades'],
  'spread: hourly': ['packages/market-data/src/store/spread-model.test.ts', 'is put around trades'],
  'path: adaptive': [`${E}/market/intrabar-path.test.ts`, 'go to the low first when both extremes are equally far'],
  'path: ohlc': [
    `${E}/market/intrabar-path.test.ts`,
    'are taken the way that was asked for, with long and with short positions',
  ],
  'path: olhc': [
    `${E}/market/intrabar-path.test.ts`,
    'are taken the way that was asked for, with long and with short positions',
  ],
  'path: worst': [`${E}/market/intrabar-path.test.ts`, 'count a position that the open of the bar has opened'],
  'slippage: fixed': [`${E}/venues/simulated/slippage.test.ts`, 'is one distance against the trader, at both ends'],
  'slippage: random': [
    `${E}/venues/simulated/slippage.test.ts`,
    'is never in the favor of the trader when it is random',
  ],
  'commission: perLot': [
    `${E}/venues/simulated/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: percent': [
    `${E}/venues/simulated/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: minimum': [
    `${E}/venues/simulated/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: makerPercent': [
    `${E}/venues/simulated/commission.test.ts`,
    'gives makers their own share, also a rebate, which no minimum lifts',
  ],
  'commission: takerPercent': [
    `${E}/venues/simulated/commission.test.ts`,
    'adds the share of takers to what market orders and stops pay',
  ],
  'limitFill: through': [
    `${E}/venues/simulated/limit-fill.test.ts`,
    'need the market to go through their price unless told otherwise',
  ],
  'limitFill: touch': [`${E}/venues/simulated/limit-fill.test.ts`, 'are the same inside bars: the low at the limit'],
  'limitFill: probability': [`${E}/venues/simulated/limit-fill.test.ts`, 'fill by chance once per order, by the seed'],
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
    'falls due at 17:00 New York, over the beginning of summer time and the triple Wednesday',
  ],
  'swap: percent': [`${E}/account/swap.test.ts`, 'counts per cent a year of 360 days'],
  'swap: rates': [
    `${E}/account/swap.test.ts`,
    'takes the rates of the day in New York, which hold until the next that is known',
  ],
  'funding: hours': [`${E}/account/funding.test.ts`, 'comes as often as its hours say'],
  'funding: rate': [`${E}/account/funding.test.ts`, 'is paid by the long side three times a day at a constant rate'],
  'funding: rates': [`${E}/account/funding.test.ts`, 'takes known rates before the constant one'],
  'margin: instrument': [`${E}/account/margin.test.ts`, 'is quantity times price times rate'],
  'margin: rate': [`${E}/account/margin.test.ts`, 'is quantity times price times rate'],
  'margin: tiers': [`${E}/account/margin.test.ts`, 'grows by tiers, each rate for its own units'],
  'accounting: hedging': [`${E}/venues/simulated/reduce-only.test.ts`, "it.each(['hedging', 'netting'] as const)"],
  'accounting: netting': [`${E}/run.test.ts`, 'nets opposite orders when the account does'],
}
