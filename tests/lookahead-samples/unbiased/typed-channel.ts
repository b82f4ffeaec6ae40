// In TypeScript: a class that maintains a channel.
class Channel {
  private readonly highs: number[] = []
  private readonly lows: number[] = []
  readonly size: number
  constructor(size: number) {
    this.size = size
  }
  add({ high, low }: Bar): void {
    this.highs.push(high)
    this.lows.push(low)
    if (this.highs.length > this.size) {
      this.highs.shift()
      this.lows.shift()
    }
  }
  get full(): boolean {
    return this.highs.length === this.size
  }
  isAbove(price: number): boolean {
    return this.full && price > Math.max(...this.highs)
  }
  isBelow(price: number): boolean {
    return this.full && price < Math.min(...this.lows)
  }
}
const channel = new Channel(24)

function onIntervalClose(bar: Bar): void {
  if (channel.isAbove(bar.close) && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (channel.isBelow(bar.close) && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
  channel.add(bar)
}
