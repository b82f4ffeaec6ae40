import type { Bar } from '@tradeloom/domain'
import { type IndicatorBar, ValueHistory } from '@tradeloom/indicators'

/** Finished bars, newest first, as many as are kept. */
export class BarHistory {
  readonly time = new ValueHistory()
  readonly open = new ValueHistory()
  readonly high = new ValueHistory()
  readonly low = new ValueHistory()
  readonly close = new ValueHistory()
  readonly volume = new ValueHistory()
  readonly spread = new ValueHistory()

  push(bar: IndicatorBar): void {
    this.time.push(bar.time)
    this.open.push(bar.open)
    this.high.push(bar.high)
    this.low.push(bar.low)
    this.close.push(bar.close)
    this.volume.push(bar.volume)
    this.spread.push(bar.spread)
  }

  at(k: number): Bar | null {
    const time = this.time.at(k)
    if (time !== time) return null
    return {
      time,
      open: this.open.at(k),
      high: this.high.at(k),
      low: this.low.at(k),
      close: this.close.at(k),
      volume: this.volume.at(k),
      spread: this.spread.at(k),
    }
  }
}
