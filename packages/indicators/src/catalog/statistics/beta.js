// Beta of two series
// How much the close moves with another series: the covariance of the relative changes of both, divided by the
// variance of those of the other one. 0 if the other series does not move.
// Source: W. F. Sharpe, "Capital Asset Prices", Journal of Finance 1964.
// First value: bar period + 1.
const key = 'Beta'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
const state = kit.state({ close: NaN, other: NaN })
let parts = null

function change(value, before) {
  return before === 0 ? 0 : value / before - 1
}

/** Covariance by variance of the windows of changes. */
function slope(own, others, period) {
  let [meanOwn, meanOther] = [0, 0]
  for (let k = 0; k < period; k++) {
    meanOwn += own.at(k) / period
    meanOther += others.at(k) / period
  }
  let [both, squares] = [0, 0]
  for (let k = 0; k < period; k++) {
    both += (own.at(k) - meanOwn) * (others.at(k) - meanOther)
    squares += (others.at(k) - meanOther) ** 2
  }
  return squares === 0 ? 0 : both / squares
}

function onTick(period = 20) {
  parts ??= { own: ring(period), others: ring(period) }
  const present = other()
  if (Number.isNaN(present)) return null
  const [closeBefore, otherBefore] = [state.close, state.other]
  state.close = bar.close
  state.other = present
  if (Number.isNaN(otherBefore)) return null
  parts.own.push(change(bar.close, closeBefore))
  parts.others.push(change(present, otherBefore))
  return parts.own.full ? slope(parts.own, parts.others, period) : null
}
