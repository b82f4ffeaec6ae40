// Hull moving average of closes
// A weighted average over the square root of the period, of twice the weighted average of half the period minus that
// of the whole: smooth with little lag. Both numbers are rounded down.
// Source: A. Hull, "How to reduce lag in a moving average", 2005.
// First value: bar period + Math.floor(Math.sqrt(period)) - 1.
const key = 'HMA'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const minimum = { period: 2 }
let parts = null

function start(period) {
  return {
    whole: kit.wma(period),
    half: kit.wma(Math.floor(period / 2)),
    smooth: kit.wma(Math.floor(Math.sqrt(period))),
  }
}

function reading() {
  const whole = parts.whole.next(bar.close)
  const half = parts.half.next(bar.close)
  return whole === null ? null : parts.smooth.next(2 * half - whole)
}

function onTick(period = 20) {
  parts ??= start(period)
  return reading()
}
