// Price relative strength
// The close divided by another series (ratio), and by how many percentage points its change over the period exceeds
// that of the other series (lead).
// Source: R. A. Levy, "Relative Strength as a Criterion for Investment Selection", Journal of Finance 1967.
// First value: bar period + 1.
const key = 'PriceRelativeStrength'
const group = 'Statistics'
const pane = 'study'
const outputs = ['ratio', 'lead']
const colors = ['#2962ff', '#ff6d00']
let parts = null

function percent(value, before) {
  return before === 0 ? 0 : 100 * (value / before - 1)
}

function onTick(period = 20) {
  parts ??= { own: kit.delay(period), others: kit.delay(period) }
  const present = other()
  if (Number.isNaN(present)) return null
  const [closeBefore, otherBefore] = [parts.own.next(bar.close), parts.others.next(present)]
  if (otherBefore === null) return null
  const ratio = present === 0 ? 0 : bar.close / present
  return { ratio, lead: percent(bar.close, closeBefore) - percent(present, otherBefore) }
}
