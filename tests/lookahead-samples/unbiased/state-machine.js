// A state machine: waits, is armed by a quiet stretch, trades the breakout, rests after a loss.
const range = indicators.ATR('M15', 14)
let state = 'WAITING'
let high = 0
let low = 0
let rest = 0

const steps = {
  WAITING(bar) {
    if (bar.high - bar.low > range.value() * 0.7) return 'WAITING'
    high = bar.high
    low = bar.low
    return 'ARMED'
  },
  ARMED(bar) {
    const request = { quantity: 10000, stopLossPips: 15, takeProfitPips: 20 }
    if (bar.close > high) buy(request)
    else if (bar.close < low) sell(request)
    else return 'ARMED'
    return 'TRADING'
  },
  TRADING: () => 'TRADING',
  RESTING: () => (--rest > 0 ? 'RESTING' : 'WAITING'),
}

function onIntervalClose(bar) {
  if (range.ready) state = steps[state](bar)
}

function onPositionClosed(position) {
  rest = 6
  state = position.profit < 0 ? 'RESTING' : 'WAITING'
}
