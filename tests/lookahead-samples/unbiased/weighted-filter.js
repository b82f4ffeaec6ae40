// A filter with many coefficients: a table of numbers that contains no knowledge of prices.
const weights = [
  0.0083, 0.0121, 0.0169, 0.0226, 0.0291, 0.0362, 0.0435, 0.0506, 0.0571, 0.0625, 0.0664, 0.0685, 0.0685, 0.0664,
  0.0625, 0.0571, 0.0506, 0.0435, 0.0362, 0.0291, 0.0226, 0.0169, 0.0121, 0.0083,
]
const total = weights.reduce((sum, weight) => sum + weight, 0)
const quarters = bars('M15')

const filtered = (k) => weights.reduce((sum, weight, at) => sum + weight * quarters.close(at + k), 0) / total

function onIntervalClose() {
  if (quarters.count < 30) return
  const slope = filtered(0) - filtered(1)
  const before = filtered(1) - filtered(2)
  if (slope > 0 && before <= 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (slope < 0 && before >= 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
