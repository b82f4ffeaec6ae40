/** A piece of code that the editor suggests by its name. `$1` and `${1:text}` are places to type at. */
export interface Snippet {
  readonly name: string
  readonly title: string
  readonly body: string
  /** Whether it belongs to the top level of a script, or inside of a handler. */
  readonly place: 'top' | 'inside'
}

export const SNIPPETS: readonly Snippet[] = [
  {
    name: 'onIntervalClose',
    title: 'Handler of finished bars',
    place: 'top',
    body: 'function onIntervalClose(bar) {\n  ${1:log(bar.close)}\n}',
  },
  { name: 'onTick', title: 'Handler of ticks', place: 'top', body: 'function onTick(tick) {\n  ${1:log(tick.bid)}\n}' },
  {
    name: 'onStart',
    title: 'Handler of the start',
    place: 'top',
    body: "function onStart() {\n  ${1:log('start')}\n}",
  },
  { name: 'onStop', title: 'Handler of the end', place: 'top', body: "function onStop() {\n  ${1:log('end')}\n}" },
  {
    name: 'onOrder',
    title: 'Handler of orders',
    place: 'top',
    body: "function onOrder(order) {\n  if (order.status === 'REJECTED') log(order.reason)\n}",
  },
  {
    name: 'onPositionOpened',
    title: 'Handler of opened positions',
    place: 'top',
    body: 'function onPositionOpened(position) {\n  log(position.direction, position.openPrice)\n}',
  },
  {
    name: 'onPositionClosed',
    title: 'Handler of closed positions',
    place: 'top',
    body: 'function onPositionClosed(position) {\n  log(position.closeReason, position.profit)\n}',
  },
  {
    name: 'externals',
    title: 'Inputs of the algorithm',
    place: 'top',
    body: "const externals = [{ name: '${1:period}', defaultValue: ${2:20} }]\nlog('${1:period}', ${1:period})",
  },
  {
    name: 'everyHour',
    title: 'Bars of another interval',
    place: 'top',
    body: "every('${1:H1}', (bar) => {\n  ${2:log(bar.close)}\n})",
  },
  {
    name: 'crossing',
    title: 'Two moving averages that cross',
    place: 'top',
    body: `const fastLine = indicators.SMA(runInterval, \${1:5})
const slowLine = indicators.SMA(runInterval, \${2:20})

function onIntervalClose() {
  if (crossedAbove(fastLine, slowLine)) buy({ quantity: \${3:10000}, stopLossPips: \${4:20} })
  if (crossedBelow(fastLine, slowLine)) closeAll('LONG')
}`,
  },
  {
    name: 'bracket',
    title: 'Order with a stop loss and a take profit',
    place: 'inside',
    body: 'buy({ quantity: ${1:10000}, stopLossPips: ${2:20}, takeProfitPips: ${3:40} })',
  },
  {
    name: 'breakout',
    title: 'Two stop orders, of which one cancels the other',
    place: 'inside',
    body: `if (orders.count === 0 && positions.count === 0) {
  oco(
    buy({ quantity: \${1:10000}, stopPrice: round(bar.high + pips(\${2:5})) }),
    sell({ quantity: \${1:10000}, stopPrice: round(bar.low - pips(\${2:5})) }),
  )
}`,
  },
  {
    name: 'breakEven',
    title: 'Move stops to the price of opening',
    place: 'inside',
    body: `for (const position of positions) {
  const isAhead = position.pips > \${1:10}
  if (isAhead) modify(position, { stopLoss: position.openPrice })
}`,
  },
  {
    name: 'onePosition',
    title: 'Only without a position',
    place: 'inside',
    body: 'if (positions.count === 0) {\n  ${1:buy({ quantity: 10000, stopLossPips: 20 })}\n}',
  },
  {
    name: 'tradingHours',
    title: 'Only at some hours, UTC',
    place: 'inside',
    body: 'const hour = new Date(now()).getUTCHours()\nif (hour >= ${1:7} && hour < ${2:20}) {\n  ${3:log(hour)}\n}',
  },
]

/** The code with the suggested text at every place to type at. */
export function plainText({ body }: Snippet): string {
  return body.replaceAll(/\$\{\d+:((?:[^{}]|\{[^{}]*\})*)\}/g, '$1').replaceAll(/\$\d+/g, '')
}
