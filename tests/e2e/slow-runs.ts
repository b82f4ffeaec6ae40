/** A month of minute bars takes about half a second of work for each hundred steps a price. */
export function slowScript(steps: number): string {
  return `
let sum = 0
function onTick(tick) {
  for (let i = 0; i < ${steps}; i++) sum = (sum * 31 + tick.bid * i) % 1000003
}
function onIntervalClose(bar) {
  if (positions.count === 0) buy({ quantity: 1000, stopLoss: bar.close - 20 * instrument.pipSize })
}
`
}

/** The month before the last complete one, which the simulated market certainly contains. */
export function lastWholeMonth(): { start: string; end: string } {
  const now = new Date()
  const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: month(3), end: month(2) }
}
