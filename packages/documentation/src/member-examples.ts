const EMA =
  'let average = null\nfunction onTick(period = 20) {\n  average ??= kit.ema(period)\n  average.push(bar.close)\n  return average.value\n}'

/** Code for members whose use is not just reading them: methods, and fields of arguments. */
const WRITTEN: Readonly<Record<string, string>> = {
  // Types without members
  BarInterval: "const hours = bars('H1')",
  Direction: "closeAll('LONG')",
  Side: "for (const order of orders) if (order.side === 'BUY') cancel(order)",
  OrderType: "for (const order of orders) if (order.type === 'LIMIT') cancel(order)",
  TimeInForce: "buy({ quantity: 10000, limitPrice: round(bar.close - pips(5)), timeInForce: 'IOC' })",
  Series: "const correlation = indicators.Correlation(runInterval, bars('H1'))",
  // Values
  instrument: "log('Trading', instrument.displaySymbol, 'at', instrument.broker)",
  account: "log('Equity', account.equity)",
  indicators: 'const average = indicators.SMA(runInterval, 20)',
  now: "log('The hour is', new Date(now()).getUTCHours())",
  bar: 'function onTick() {\n  return (bar.high + bar.low) / 2\n}',
  ring: 'let last = null\nfunction onTick(period = 10) {\n  last ??= ring(period)\n  last.push(bar.close)\n  return last.full ? last.mean() : null\n}',
  other: 'function onTick() {\n  return bar.close - other()\n}',
  // Bars
  'TickCount.ticks': "every({ ticks: 100 }, (bar) => log('A hundred ticks', bar.close))",
  'Bars.interval': "const hours = bars('H1')\nlog(hours.interval)",
  'Bars.count': "if (bars('H1').count >= 2) log('Two hours are finished')",
  'Bars.at': "const hour = bars('H1').at(0)\nif (hour !== null) log('Range of the hour', hour.high - hour.low)",
  'Bars.forming': "const hour = bars('H1').forming\nif (hour !== null) log('High of the hour so far', hour.high)",
  // Collections
  'Positions.all': 'const oldest = positions.all()[0] ?? null',
  'Positions.get': 'const position = positions.get(1)\nif (position !== null) closePosition(position)',
  'Orders.all': 'const oldest = orders.all()[0] ?? null',
  'Orders.get': 'const order = orders.get(1)\nif (order !== null) cancel(order)',
  // Orders
  'OrderRequest.quantity': 'buy({ quantity: 10000 })',
  'OrderRequest.limitPrice': 'buy({ quantity: 10000, limitPrice: round(bar.low - pips(5)) })',
  'OrderRequest.stopPrice': 'buy({ quantity: 10000, stopPrice: round(bar.high + pips(5)) })',
  'OrderRequest.timeInForce': "buy({ quantity: 10000, limitPrice: round(bar.close), timeInForce: 'FOK' })",
  'OrderRequest.expiry':
    "buy({ quantity: 10000, limitPrice: round(bar.low), timeInForce: 'GTD', expiry: now() + 3600000 })",
  'OrderRequest.postOnly': 'buy({ quantity: 10000, limitPrice: round(bar.low - pips(5)), postOnly: true })',
  'OrderRequest.reduceOnly': 'sell({ quantity: 10000, reduceOnly: true })',
  'OrderRequest.tag': "buy({ quantity: 10000, tag: 'breakout' })",
  'OrderRequest.stopLoss': 'buy({ quantity: 10000, stopLoss: round(bar.low - pips(10)) })',
  'OrderRequest.takeProfit': 'buy({ quantity: 10000, takeProfit: round(bar.high + pips(20)) })',
  'OrderRequest.trailingStop': 'buy({ quantity: 10000, trailingStop: pips(15) })',
  'OrderRequest.stopLossPips': 'buy({ quantity: 10000, stopLossPips: 20 })',
  'OrderRequest.takeProfitPips': 'buy({ quantity: 10000, takeProfitPips: 40 })',
  'OrderRequest.trailingStopPips': 'buy({ quantity: 10000, trailingStopPips: 15 })',
  'Modification.quantity': 'for (const order of orders) modify(order, { quantity: 20000 })',
  'Modification.limitPrice':
    "for (const order of orders) if (order.type === 'LIMIT') modify(order, { limitPrice: round(bar.close - pips(8)) })",
  'Modification.stopPrice':
    "for (const order of orders) if (order.type === 'STOP') modify(order, { stopPrice: round(bar.high + pips(8)) })",
  'Modification.stopLoss':
    'for (const position of positions) modify(position, { stopLoss: round(bar.low - pips(20)) })',
  'Modification.takeProfit': 'for (const position of positions) modify(position, { takeProfit: null })',
  'Modification.trailingStop': 'for (const position of positions) modify(position, { trailingStop: pips(25) })',
  'Answer.accepted':
    "for (const position of positions) {\n  const answer = modify(position, { stopLoss: round(bar.low - pips(20)) })\n  if (!answer.accepted) log('Not changed')\n}",
  'Answer.reason':
    'for (const order of orders) {\n  const { reason } = cancel(order)\n  if (reason !== null) log(reason)\n}',
  // Results
  'PlotOptions.pane': "plot('range', bar.high - bar.low, { pane: 'study' })",
  'PlotOptions.color': "plot('close', bar.close, { color: '#3b82f6' })",
  'PlotOptions.steps': "plot('balance', account.balance, { steps: true })",
  'Indicator.ready': "if (fast.ready) log('Average', fast.value())",
  'Indicator.value': "if (fast.ready && fast.value() > fast.value(1)) log('The average rises')",
  'Indicator.forming': "log('Average with the forming bar', fast.forming)",
  // Markets
  'Market.bars': marketExample("  const hour = pound.bars('H1').at(0)\n  if (hour !== null) log(hour.close)"),
  'Market.every':
    "const pound = market('GBPUSD')\npound.every('H1', (hour) => log('Pound', hour.close))\nfunction onIntervalClose() {}",
  'Market.onTick':
    "const pound = market('GBPUSD')\npound.onTick((tick) => plot('pound', tick.bid, { pane: 'study' }))\nfunction onIntervalClose() {}",
  'Market.buy': marketExample('  if (pound.positions.count === 0) pound.buy({ quantity: 10000, stopLossPips: 20 })'),
  'Market.sell': marketExample('  if (pound.positions.count === 0) pound.sell({ quantity: 10000, stopLossPips: 20 })'),
  'Market.closeAll': marketExample("  pound.closeAll('LONG')"),
  'Market.round': marketExample('  const limitPrice = pound.round(pound.bid - pound.pips(5))\n  log(limitPrice)'),
  'Market.pips': marketExample('  log(pound.pips(10))'),
  'Market.indicators':
    "const pound = market('GBPUSD')\nconst average = pound.indicators.SMA('H1', 20)\nfunction onIntervalClose() {\n  if (average.ready) log(average.value())\n}",
  'Market.instrument': marketExample('  log(pound.instrument.symbol)'),
  'Market.bid': marketExample("  plot('pound', pound.bid, { pane: 'study' })"),
  'Market.ask': marketExample("  plot('pound', pound.ask, { pane: 'study' })"),
  'Market.positions': marketExample('  for (const position of pound.positions) closePosition(position)'),
  'Market.orders': marketExample('  for (const order of pound.orders) cancel(order)'),
  // Datasets
  'KnownSeries.value': datasetExample("  if (prices.isNew) log('Consumer prices', prices.value)"),
  'KnownSeries.period': datasetExample('  if (prices.isNew) log(new Date(prices.period).getUTCMonth() + 1)'),
  'KnownSeries.knownAt': datasetExample('  if (now() - prices.knownAt < 3600000) return\n  log(prices.value)'),
  'KnownSeries.quality': datasetExample("  if (prices.quality === 'lagged') log('This value may have been revised')"),
  'KnownSeries.ago': datasetExample("  plot('yearly', prices.value / prices.ago(12) - 1, { pane: 'study' })"),
  'KnownSeries.count': datasetExample('  if (prices.count < 13) return\n  log(prices.ago(12))'),
  'KnownSeries.isNew': datasetExample('  if (prices.isNew) closeAll()'),
  'SeriesOptions.column':
    "const funds = series('CFTC:099741', { column: 'lev_money_net' })\nfunction onIntervalClose() {\n  if (funds.value > 0) log('Funds are long')\n}",
  'SeriesOptions.delay':
    "const prices = series('FRED:CPIAUCSL', { delay: 60 })\nfunction onIntervalClose() {\n  log(prices.value)\n}",
  'SeriesOptions.forecasts':
    "const growth = series('DBNOMICS:IMF/WEO/USA.NGDP_RPCH', { forecasts: true })\nfunction onIntervalClose() {\n  log(growth.value)\n}",
  'SeriesOptions.lag':
    "const wages = series('DBNOMICS:BLS/ce/CES0500000003', { lag: 15 })\nfunction onIntervalClose() {\n  if (wages.quality === 'lagged') log('Assumed to be public after 15 days', wages.value)\n}",
  // Rings
  'Ring.size': ringExample('last.size'),
  'Ring.count': ringExample('last.count'),
  'Ring.full': ringExample('last.full ? last.mean() : null'),
  'Ring.push': ringExample('last.mean()'),
  'Ring.at': ringExample('last.full ? last.at(0) - last.at(9) : null'),
  'Ring.mean': ringExample('last.mean()'),
  'Ring.deviation': ringExample('last.full ? last.deviation() : null'),
  'Ring.highest': ringExample('last.highest()'),
  'Ring.lowest': ringExample('last.lowest()'),
  // Building blocks
  'KitAverage.next': kitExample('kit.ema(20)', 'part.next(bar.close)'),
  'KitEma.push': EMA,
  'KitEma.value': EMA,
  'Kit.state': kitExample('kit.state({ sum: 0 })', '(part.sum += bar.volume)'),
  'Kit.ring':
    'let last = null\nfunction onTick(period = 10) {\n  last ??= kit.ring(period)\n  last.push(bar.high)\n  return last.highest()\n}',
  'Kit.sma': kitExample('kit.sma(20)', 'part.next(bar.close)'),
  'Kit.ema': kitExample('kit.ema(20)', 'part.next(bar.close)'),
  'Kit.doubleEma': kitExample('kit.doubleEma(20, 10)', 'part.next(bar.close)'),
  'Kit.wilder': kitExample('kit.wilder(14)', 'part.next(bar.close)'),
  'Kit.atr': kitExample('kit.atr(14)', 'part.next()'),
  'Kit.cycle': cycleExample('part.period'),
  'Kit.wma': kitExample('kit.wma(20)', 'part.next(bar.close)'),
  'Kit.strength': kitExample('kit.strength(14)', 'part.next(bar.close - bar.open)'),
  'Kit.delay': kitExample('kit.delay(5)', 'part.next(bar.close)'),
  'Kit.candles': candleExample('part.at(0).body'),
  'Kit.movement': movementExample('part.index'),
  'Kit.days':
    'let days = null\nfunction onTick() {\n  days ??= kit.days()\n  const day = days.next()\n  return day === null ? null : day.high\n}',
  'Kit.trueRange': 'function onTick() {\n  return kit.trueRange(bar.open)\n}',
  'Kit.line':
    'let last = null\nfunction onTick(period = 10) {\n  last ??= kit.ring(period)\n  last.push(bar.close)\n  return last.full ? kit.line(last).end : null\n}',
  'KitCandles.next': candleExample('part.at(0).body'),
  'KitCandles.at': candleExample('part.at(1).close'),
  'KitCandles.averages': candleExample('part.averages().body'),
  'KitMovement.next': movementExample('part.plus - part.minus'),
  'KitMovement.plus': movementExample('part.plus'),
  'KitMovement.minus': movementExample('part.minus'),
  'KitMovement.index': movementExample('part.index'),
  'KitCycle.next': cycleExample('part.period'),
  'KitCycle.period': cycleExample('part.period'),
  'KitCycle.inPhase': cycleExample('part.inPhase'),
  'KitCycle.quadrature': cycleExample('part.quadrature'),
  'KitDays.next':
    'let days = null\nfunction onTick() {\n  days ??= kit.days()\n  const day = days.next()\n  return day === null ? null : (day.high + day.low + day.close) / 3\n}',
  'KitDays.open':
    'let days = null\nfunction onTick() {\n  days ??= kit.days()\n  days.next()\n  return bar.close - days.open\n}',
}

function marketExample(lines: string): string {
  return `const pound = market('GBPUSD')\nfunction onIntervalClose() {\n${lines}\n}`
}

function datasetExample(lines: string): string {
  return `const prices = series('FRED:CPIAUCSL')\nfunction onIntervalClose() {\n${lines}\n}`
}

function ringExample(value: string): string {
  return `let last = null\nfunction onTick() {\n  last ??= ring(10)\n  last.push(bar.close)\n  return ${value.replace(/^last\.full$/, 'last.full ? 1 : 0')}\n}`
}

function kitExample(create: string, value: string): string {
  return `let part = null\nfunction onTick() {\n  part ??= ${create}\n  return ${value}\n}`
}

function cycleExample(value: string): string {
  return `let part = null\nfunction onTick() {\n  part ??= kit.cycle()\n  part.next((bar.high + bar.low) / 2)\n  return ${value}\n}`
}

function candleExample(value: string): string {
  return `let part = null\nfunction onTick() {\n  part ??= kit.candles(3)\n  return part.next() ? ${value} : null\n}`
}

function movementExample(value: string): string {
  return `let part = null\nfunction onTick() {\n  part ??= kit.movement(14)\n  return part.next() ? ${value} : null\n}`
}

/** How to read a member of a value, by its type. */
const READERS: Readonly<Record<string, (name: string) => string>> = {
  Tick: (name) => `function onTick(tick) {\n  if (positions.count === 0) log('${name}', tick.${name})\n}`,
  Bar: (name) => `log('${name}', bar.${name})`,
  Bars: (name) => `if (bars('H1').count > 0) log('${name}', bars('H1').${name}(0))`,
  Instrument: (name) => `log('${name}', instrument.${name})`,
  Account: (name) => `log('${name}', account.${name})`,
  Position: (name) => `for (const position of positions) log('${name}', position.${name})`,
  Positions: (name) => `log('${name}', positions.${name})`,
  Order: (name) => `function onIntervalClose() {}\nfunction onOrder(order) {\n  log('${name}', order.${name})\n}`,
  Orders: (name) => `log('${name}', orders.${name})`,
  KitCandle: (name) => candleExample(`part.at(0).${name}`),
}

/** Code that uses a member: `Bar.close`, `Kit.ema`, or a name that has no example in the typings. Null if there is none. */
export function memberExample(path: string): string | null {
  const written = WRITTEN[path]
  if (written !== undefined) return written
  const [type = '', name] = path.split('.')
  return name === undefined ? null : (READERS[type]?.(name) ?? null)
}
