const E = 'packages/engine/src'

/** The test that holds each kind of order and each model, by the name in the engine's registries: file and title. */
export const ENGINE_TESTS: Readonly<Record<string, readonly [file: string, title: string]>> = {
  MARKET: [`${E}/run.test.ts`, 'fills an order of onIntervalClose at the first price after the close'],
  LIMIT: [`${E}/run.test.ts`, 'fills a limit at its own price on the way through, and at the better price of a gap'],
  STOP: [`${E}/run.test.ts`, 'fills a stop at its own price on the way, and pays for a gap'],
  STOP_LIMIT: [`${E}/run.test.ts`, 'turns a stop-limit order into a limit order at its stop'],
  GTC: [`${E}/orders/time-in-force.test.ts`, 'leaves GTC and GTD waiting'],
  IOC: [`${E}/orders/time-in-force.test.ts`, 'ends IOC and FOK at the first price that gives nothing'],
  FOK: [`${E}/orders/time-in-force.test.ts`, 'ends IOC and FOK at the first price that gives nothing'],
  GTD: [`${E}/orders/time-in-force.test.ts`, 'fills a GTD order until the moment before its expiry and not at it'],
  postOnly: [`${E}/orders/post-only.test.ts`, 'are taken back when the first price they meet would fill them at once'],
  reduceOnly: [`${E}/orders/reduce-only.test.ts`, 'close the oldest first and open nothing'],
  stopLoss: [`${E}/orders/gaps.test.ts`, 'are paid for on stop losses and enjoyed on targets, long and short'],
  takeProfit: [`${E}/orders/limit-fill.test.ts`, 'wait in the queue at their price as limit orders do'],
  trailingStop: [
    `${E}/orders/trailing-stop.test.ts`,
    'agree with a plain look at every tick, for many positions at once',
  ],
  oco: [`${E}/orders/oco.test.ts`, 'takes the other one back with a fill, and says which it was'],
  bracket: [`${E}/orders/oco.test.ts`, 'close a position by one of both'],
  partialClose: [
    `${E}/orders/partial-close.test.ts`,
    'takes its share of what was paid, and leaves the rest with the position',
  ],
  'prices: both': [`${E}/run.test.ts`, 'buys at the ask, sells at the bid'],
  'prices: bid': ['golden/golden.test.ts', 'golden runs'],
  'prices: ask': [`${E}/market/market-rows.test.ts`, 'takes one side for both, or their middle'],
  'prices: mid': [`${E}/market/market-rows.test.ts`, 'takes one side for both, or their middle'],
  'path: adaptive': [`${E}/models/path.test.ts`, 'go to the low first when both extremes are equally far'],
  'path: ohlc': [
    `${E}/models/path.test.ts`,
    'are taken the way that was asked for, with long and with short positions',
  ],
  'path: olhc': [
    `${E}/models/path.test.ts`,
    'are taken the way that was asked for, with long and with short positions',
  ],
  'path: worst': [`${E}/models/path.test.ts`, 'count a position that the open of the bar has opened'],
  'slippage: fixed': [`${E}/models/slippage.test.ts`, 'is one distance against the trader, at both ends'],
  'slippage: random': [`${E}/models/slippage.test.ts`, 'is never in the favour of the trader when it is random'],
  'commission: perLot': [
    `${E}/models/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: percent': [
    `${E}/models/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: minimum': [
    `${E}/models/commission.test.ts`,
    'is charged per lot, per cent of the value and at least as a minimum, on every fill',
  ],
  'commission: makerPercent': [
    `${E}/models/commission.test.ts`,
    'gives makers their own share, also a rebate, which no minimum lifts',
  ],
  'commission: takerPercent': [
    `${E}/models/commission.test.ts`,
    'adds the share of takers to what market orders and stops pay',
  ],
  'limitFill: through': [
    `${E}/orders/limit-fill.test.ts`,
    'need the market to go through their price unless told otherwise',
  ],
  'limitFill: touch': [`${E}/orders/limit-fill.test.ts`, 'are the same inside bars: the low at the limit'],
  'limitFill: probability': [`${E}/orders/limit-fill.test.ts`, 'fill by chance once per order, by the seed'],
  'latencyMs: milliseconds': [
    `${E}/orders/latency.test.ts`,
    'lets an order meet the first tick at or after its arrival',
  ],
  'staleAfterMs: milliseconds': [
    `${E}/orders/latency.test.ts`,
    'cancels a market order whose first price comes too late',
  ],
  'swap: pips': [
    `${E}/portfolio/swap.test.ts`,
    'falls due at 17:00 New York, over the beginning of summer time and the triple Wednesday',
  ],
  'swap: percent': [`${E}/portfolio/swap.test.ts`, 'counts per cent a year of 360 days'],
  'swap: rates': [
    `${E}/portfolio/swap.test.ts`,
    'takes the rates of the day in New York, which hold until the next that is known',
  ],
  'funding: rate': [`${E}/portfolio/funding.test.ts`, 'is paid by the long side three times a day at a constant rate'],
  'funding: rates': [`${E}/portfolio/funding.test.ts`, 'takes known rates before the constant one'],
  'margin: instrument': [`${E}/portfolio/margin.test.ts`, 'is quantity times price times rate'],
  'margin: rate': [`${E}/portfolio/margin.test.ts`, 'is quantity times price times rate'],
  'margin: tiers': [`${E}/portfolio/margin.test.ts`, 'grows by tiers, each rate for its own units'],
  'accounting: hedging': [`${E}/orders/reduce-only.test.ts`, "it.each(['hedging', 'netting'] as const)"],
  'accounting: netting': [`${E}/run.test.ts`, 'nets opposite orders when the account does'],
}
