/** What a new algorithm starts with: small, complete, and it trades. */
export const STARTER_SCRIPT = `// Buys when the fast average crosses above the slow one and closes when it crosses back.
const externals = [
  { name: 'fastPeriod', defaultValue: 10 },
  { name: 'slowPeriod', defaultValue: 30 },
]

const fast = indicators.SMA(runInterval, fastPeriod)
const slow = indicators.SMA(runInterval, slowPeriod)

function onIntervalClose(bar) {
  if (!fast.ready || !slow.ready) return
  plot('Fast', fast.value(), { color: '#4c8dff' })
  plot('Slow', slow.value(), { color: '#f2b84b' })

  const wasBelow = fast.value(1) <= slow.value(1)
  const isAbove = fast.value() > slow.value()
  if (wasBelow && isAbove && positions.count === 0) {
    buy({ quantity: 10000, stopLossPips: 50 })
  } else if (!isAbove && positions.count > 0) {
    closeAll()
  }
}
`
