// Hurst exponent
// Rescaled range analysis of the logarithmic changes of the close over the whole window, its halves, quarters and
// eighths: about 0.5 for a random walk, more in trends, less in ranges. It is too high by about 0.05 to 0.1 in
// short windows; 0.5 if nothing moves.
// Source: H. E. Hurst, "Long-term Storage Capacity of Reservoirs", 1951; E. E. Peters, "Fractal Market Analysis",
// 1994.
// First value: bar period + 1.
const key = 'Hurst'
const group = 'Statistics'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 32 }
let state = null

function changeNow() {
  return state.last > 0 && bar.close > 0 ? Math.log(bar.close / state.last) : 0
}

/** Range of the running sum of deviations over their standard deviation, of `size` changes that end `from` back. */
function rescaledRange(changes, from, size) {
  let mean = 0
  for (let k = from; k < from + size; k++) mean += changes[k]
  mean /= size
  let [sum, highest, lowest, squares] = [0, 0, 0, 0]
  for (let k = from + size - 1; k >= from; k--) {
    sum += changes[k] - mean
    highest = Math.max(highest, sum)
    lowest = Math.min(lowest, sum)
    squares += (changes[k] - mean) ** 2
  }
  return squares === 0 ? null : (highest - lowest) / Math.sqrt(squares / size)
}

/** Average of the rescaled ranges of `parts` pieces of the window. */
function averageRange(changes, parts) {
  const size = Math.floor(changes.length / parts)
  let [sum, count] = [0, 0]
  for (let part = 0; part < parts; part++) {
    const range = rescaledRange(changes, part * size, size)
    if (range === null || range <= 0) continue
    sum += range
    count += 1
  }
  return count === 0 ? null : sum / count
}

function start(period) {
  return kit.state({ changes: ring(period), last: null })
}

function reading(period) {
  if (state.last === null || state.changes.count < period - 1) return null
  const changes = [changeNow()]
  for (let k = 0; k < period - 1; k++) changes.push(state.changes.at(k))
  const points = []
  for (const parts of [1, 2, 4, 8]) {
    const range = averageRange(changes, parts)
    if (range !== null) points.push({ x: Math.log(Math.floor(period / parts)), y: Math.log(range) })
  }
  if (points.length < 2) return 0.5
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const both = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return both / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}

function onTick(period = 128) {
  state ??= start(period)
  const value = reading(period)
  if (state.last !== null) state.changes.push(changeNow())
  state.last = bar.close
  return value
}
