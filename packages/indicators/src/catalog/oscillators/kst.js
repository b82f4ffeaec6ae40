// Know sure thing
// Four rates of change, each smoothed by a simple average and weighted 1 to 4, with a signal line.
// Source: M. J. Pring, "Summed Rate of Change (KST)", Stocks & Commodities 1992.
// First value: bar Math.max(roc1 + sma1, roc2 + sma2, roc3 + sma3, roc4 + sma4) + signal - 1.
const key = 'KST'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['kst', 'signal']
const colors = ['#2962ff', '#ff6d00']
let parts = null

/** A rate of change with its plain average. */
function smoothedRate(length, smoothing) {
  const past = kit.delay(length)
  const average = kit.sma(smoothing)
  return () => {
    const before = past.next(bar.close)
    return before === null ? null : average.next(before === 0 ? 0 : 100 * (bar.close / before - 1))
  }
}

function start(signal, lengths, smoothings) {
  return { rates: lengths.map((length, i) => smoothedRate(length, smoothings[i])), signal: kit.sma(signal) }
}

function onTick(signal = 9, roc1 = 10, roc2 = 15, roc3 = 20, roc4 = 30, sma1 = 10, sma2 = 10, sma3 = 10, sma4 = 15) {
  parts ??= start(signal, [roc1, roc2, roc3, roc4], [sma1, sma2, sma3, sma4])
  let kst = 0
  let isComplete = true
  for (let i = 0; i < 4; i++) {
    const average = parts.rates[i]()
    if (average === null) isComplete = false
    else kst += (i + 1) * average
  }
  if (!isComplete) return null
  const line = parts.signal.next(kst)
  return line === null ? null : { kst, signal: line }
}
