// MESA sine wave
// The phase of a cycle of the given length in the closes, as a sine and a sine that runs an eighth of a cycle
// ahead. If nothing moves, there is no phase: 1 and the root of 1/2.
// Source: J. F. Ehlers, "Stay in Phase", Stocks & Commodities 1996.
// First value: bar period.
const key = 'MesaSineWave'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['sine', 'lead']
const colors = ['#2962ff', '#ff6d00']
const minimum = { period: 2 }
let parts = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = parts
  if (closes.count < period - 1) return null
  let real = bar.close
  let imaginary = 0
  for (let k = 1; k < period; k++) {
    const angle = (2 * Math.PI * k) / period
    real += Math.cos(angle) * closes.at(k - 1)
    imaginary += Math.sin(angle) * closes.at(k - 1)
  }
  // Of prices that stand still, both are sums of last digits.
  const dust = period * period * Number.EPSILON * Math.abs(bar.close)
  if (Math.abs(real) <= dust && Math.abs(imaginary) <= dust) [real, imaginary] = [0, 0]
  let phase = Math.abs(real) > 0.001 ? Math.atan(imaginary / real) : Math.PI * Math.sign(imaginary)
  if (real < 0) phase += Math.PI
  phase += Math.PI / 2
  return { sine: Math.sin(phase), lead: Math.sin(phase + Math.PI / 4) }
}

function onTick(period = 20) {
  parts ??= start(period)
  const value = reading(period)
  parts.closes.push(bar.close)
  return value
}
