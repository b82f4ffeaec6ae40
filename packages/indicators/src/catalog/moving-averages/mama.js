// MESA adaptive moving average
// An exponential average of median prices that follows fast when the phase of the dominant cycle turns fast (mama), and
// one at half its speed (fama). Their weights lie between slow and fast.
// Source: J. F. Ehlers, "MESA Adaptive Moving Averages", Stocks & Commodities 2001; the start as in TA-Lib (MAMA).
// First value: bar 33. Settled after: 600.
const key = 'MAMA'
const group = 'Moving averages'
const pane = 'overlay'
const outputs = ['mama', 'fama']
const colors = ['#2962ff', '#ff6d00']
const fractions = ['fast', 'slow']
const cycle = kit.cycle()
const state = kit.state({ bars: 0, phase: 0, mama: 0, fama: 0 })

function onTick(fast = 0.5, slow = 0.05) {
  const price = (bar.high + bar.low) / 2
  cycle.next(price)
  state.bars += 1
  if (state.bars < 7) {
    state.mama = price
    state.fama = price
    return null
  }
  const phase = cycle.inPhase === 0 ? state.phase : (Math.atan(cycle.quadrature / cycle.inPhase) * 180) / Math.PI
  const turn = Math.max(1, state.phase - phase)
  const weight = Math.min(1, Math.max(slow, fast / turn))
  state.phase = phase
  state.mama += weight * (price - state.mama)
  state.fama += 0.5 * weight * (state.mama - state.fama)
  return state.bars < 33 ? null : { mama: state.mama, fama: state.fama }
}
