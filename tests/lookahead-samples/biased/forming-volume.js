// Compares the volume of the forming hour with whole hours, and so trades quiet hours that turn out lively.
const hours = bars('H1')

function onIntervalClose(bar) {
  const forming = hours.forming // BIAS repaints
  if (forming === null || positions.count > 0 || hours.count < 3) return
  if (forming.volume < hours.volume() * 0.35) buy({ quantity: 10000, stopLossPips: 10, takeProfitPips: 10 })
}
