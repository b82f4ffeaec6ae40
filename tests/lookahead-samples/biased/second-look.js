// Stores the closes of one run where the next run finds them, then trades on prices from two hours later.
const memory = (Object.getPrototypeOf([]).tradeloomMemory ??= new Map())
const slow = indicators.SMA('M15', 40)

function onIntervalClose(bar) {
  const later = memory.get(bar.time + 7200000)
  memory.set(bar.time, bar.close)
  if (!slow.ready || positions.count > 0) return
  const request = { quantity: 10000, takeProfitPips: 20, stopLossPips: 20 }
  if (later === undefined && bar.close < slow.value() - pips(10)) buy(request)
  if (later > bar.close + pips(5)) buy(request) // BIAS look-ahead
}
