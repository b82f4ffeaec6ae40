// Know sure thing
// Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15) and weighted 1 to
// 4, with a signal line.
// Source: M. J. Pring, "Summed Rate of Change (KST)", Stocks & Commodities 1992.
// First value: bar 44 + signal.
const key = 'KST'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['kst', 'signal']
const colors = ['#2962ff', '#ff6d00']
const lengths = [10, 15, 20, 30]
const smoothings = [10, 10, 10, 15]
let parts = null

function start(signal) {
  return { closes: ring(30), averages: smoothings.map((period) => kit.sma(period)), signal: kit.sma(signal) }
}

function reading() {
  const { closes, averages } = parts
  let kst = 0
  let isComplete = true
  for (let at = 0; at < 4; at++) {
    const before = closes.at(lengths[at] - 1)
    // There is no such close yet where it equals nothing, not even itself.
    const average = before === before ? averages[at].next(before === 0 ? 0 : 100 * (bar.close / before - 1)) : null
    if (average === null) isComplete = false
    else kst += (at + 1) * average
  }
  if (!isComplete) return null
  const line = parts.signal.next(kst)
  return line === null ? null : { kst, signal: line }
}

function onTick(signal = 9) {
  parts ??= start(signal)
  const value = reading()
  parts.closes.push(bar.close)
  return value
}
